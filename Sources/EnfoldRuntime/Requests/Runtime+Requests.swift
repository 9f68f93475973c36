// Runtime: calls the handler of a request now or in the next pump; ends and logs open requests when a runtime or store
// closes.
import CEnfold
import EnfoldJSON
import Enfold

extension Runtime {
  /// Calls the handler of a request: now if this thread may, otherwise in the next pump.
  ///
  /// A feature may ask again with each answer, for ever. So there is a limit to how often the loop thread calls
  /// handlers now (`HostLoop.takeHandlerCall`), and it never calls one inside another one.
  func callHandler(of request: UInt64) {
    guard let loop, !loop.isLoopThread || requests.isInsideHandler || !loop.takeHandlerCall() else {
      return Gates.after { PendingRequest.begin(request) }
    }
    loop.schedule(request: request, amongOpen: requests.openCount.load(ordering: .relaxed))
    monitor.notify()
  }

  /// Ends the requests that nobody has answered, and forgets their handlers.
  func closeRequests() {
    let handlers = requests.beginClosing()
    for request in requests.allOpen {
      guard let pin = handles.pin(request, PendingRequest.self) else { continue }
      pin.entry._withUnsafeGuaranteedRef { $0.end() }
      handles.unpin(pin)
    }
    requests.letGo(of: handlers)
  }
}

extension HostStore {
  /// Tells the receiver of diagnostics which requests of this store have no answer, because it is closed.
  func logOpenRequests() {
    guard runtime.requests.openCount.load(ordering: .relaxed) > 0 else { return }
    var counts: [String: Int] = [:]
    for name in runtime.requests.openNames(of: handle) { counts[name, default: 0] += 1 }
    if counts.isEmpty { return }
    let names = counts.sorted { $0.key < $1.key }.map { $1 == 1 ? "\"\($0)\"" : "\"\($0)\" (\($1) times)" }
    var record = JSONWriter()
    record.literal("{\"level\":\"warning\",\"message\":")
    record.write("the store was closed while requests had no answer: \(names.joined(separator: ", "))")
    record.write(Diagnostic.Topic.requestsWithoutAnswer)
    record.literal("}")
    record.withBytes {
      log(Int32(ENFOLD_LOG_WARNING), $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count)
    }
  }
}
