// RequestBook: calls the handler of a request now or in the next pump, and ends all requests when the runtime closes.
import Enfold
import EnfoldJSON

extension RequestBook {
  /// Calls the handler of a request: now if this thread may, otherwise in the next pump.
  ///
  /// A feature may ask again with each answer, for ever. So there is a limit to how often the loop thread calls
  /// handlers now (`HostLoop.takeHandlerCall`), and it never calls one inside another one.
  func callHandler(of request: UInt64) {
    guard let loop, !loop.isLoopThread || isInsideHandler || !loop.takeHandlerCall() else {
      return Gates.after { PendingRequest.begin(request) }
    }
    loop.schedule(request: request, amongOpen: openCount.load(ordering: .relaxed))
    monitor.notify()
  }

  /// Ends the requests that nobody has answered, and forgets their handlers.
  ///
  /// - Parameter afterLastStore: does something when the last store of the runtime has ended.
  func close(_ afterLastStore: (@escaping () -> Void) -> Void) {
    let handlers = beginClosing()
    for request in allOpen {
      guard let pin = handles.pin(request, PendingRequest.self) else { continue }
      pin.entry._withUnsafeGuaranteedRef { $0.end(afterLastStore) }
      handles.unpin(pin)
    }
    letGo(of: handlers)
  }
}
