// Runtime: lets an inspector look into its stores.
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldJSON
import Glibc

extension Runtime {
  /// Begins to be inspected. Returns the path of the socket; that of the first call if it is inspected already.
  func inspect(_ options: InspectOptions) throws(RuntimeError) -> String {
    let known = try inspection.withLock { inspection in
      Result { () throws(RuntimeError) in
        switch inspection {
        case .beginning: throw .invalid("another thread begins to inspect the runtime")
        case .on(let inspector):
          guard inspector.options.control == options.control else {
            throw .invalid(
              "the runtime is inspected already, with \"control\":\(inspector.options.control); end that first: {\"off\":true}"
            )
          }
          return inspector.path as String?
        case .off:
          // Nobody else begins meanwhile, and nobody ends it.
          inspection = .beginning
          return nil
        }
      }
    }.get()
    if let known { return known }
    do throws(RuntimeError) {
      let made = try beginInspection(options)
      inspection.withLock { $0 = .on(made) }
      return made.path
    } catch {
      inspection.withLock { $0 = .off }
      throw error
    }
  }

  private func beginInspection(_ options: InspectOptions) throws(RuntimeError) -> Inspector {
    let made = try Inspector(options, of: inspected) { [weak self] (writer) throws(RuntimeError) in
      guard let self else { throw RuntimeError(ENFOLD_STALE, "the runtime is closed") }
      return try self.tell(writer)
    } end: { [weak self] in
      self?.stopRecording($0)
    }
    let problem = InspectServer.shared.add(made)
    if problem == 0 { return made }
    made.finish()
    made.closeSocket()
    throw RuntimeError(ENFOLD_IO, "the system gives no thread: \(String(cString: strerror(problem)))")
  }

  private var inspected: Inspector.Inspected {
    Inspector.Inspected(
      handle: handle, number: number, redactions: options.redactions.map(\.text),
      longestLine: Int(clamping: options.limits.bytes)
    ) { store, state, pointer in
      guard let pin = handles.pin(store, HostScope.self) else { return nil }
      defer { handles.unpin(pin) }
      let redactor = pin.entry._withUnsafeGuaranteedRef { $0.store.redactor }
      return redactor.isEmpty ? nil : redactor.state(state, at: pointer)
    }
  }

  /// Tells a writer everything from now on.
  private func tell(_ writer: SessionWriter) throws(RuntimeError) -> UInt64 {
    writer.askForStates = { [weak self] reader in
      for store in self?.stores ?? [] { store.tellState(to: reader) }
    }
    return try addTraceReader(TraceReader(writer, limit: RecordOptions().bytes)) { _ in }
  }

  /// Ends to be inspected.
  func endInspection() throws(RuntimeError) {
    guard let old = takeInspection() else { throw RuntimeError(ENFOLD_NOT_FOUND, "the runtime is not inspected") }
    end(old)
  }

  /// As `endInspection`, when the runtime is closed.
  func finishInspection() {
    if let old = takeInspection() { end(old) }
  }

  private func takeInspection() -> Inspector? {
    inspection.withLock { inspection in
      guard case .on(let inspector) = inspection else { return nil }
      inspection = .off
      return inspector
    }
  }

  private func end(_ inspector: Inspector) {
    inspector.finish()
    InspectServer.shared.wake()
  }

  /// Begins to be inspected if the environment asks for that: `ENFOLD_INSPECT=1`, or `control`.
  func inspectIfWanted() {
    guard let wanted = enfold_variable("ENFOLD_INSPECT"), wanted[0] != 0 else { return }
    let value = String(cString: wanted)
    guard value != "0" else { return }
    guard value == "1" || value == "control" else {
      return StandardError.print("ENFOLD_INSPECT is \"\(value)\"; 1 or control is needed")
    }
    do throws(RuntimeError) {
      _ = try inspect(InspectOptions(control: value == "control"))
    } catch {
      StandardError.print("ENFOLD_INSPECT: \(error.message)")
    }
  }
}
