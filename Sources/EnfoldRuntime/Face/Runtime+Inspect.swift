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
    let problem = InspectServer.shared.reserve()
    if problem != 0 {
      throw RuntimeError(ENFOLD_IO, "the system gives nobody who could serve it: \(String(cString: strerror(problem)))")
    }
    do throws(RuntimeError) {
      let made = try Inspector(options, of: inspected) { [weak self] (writer) throws(RuntimeError) in
        guard let self else { throw RuntimeError(ENFOLD_STALE, "the runtime is closed") }
        return try self.tellEverything(to: writer, RecordOptions())
      } end: { [weak self] in
        self?.stopRecording($0)
      }
      InspectServer.shared.add(made)
      return made
    } catch {
      InspectServer.shared.release()
      throw error
    }
  }

  private var inspected: Inspector.Inspected {
    @Sendable func ask<T>(_ store: UInt64, _ body: (HostStore) -> T?) -> T? {
      guard let pin = handles.pin(store, HostScope.self) else { return nil }
      defer { handles.unpin(pin) }
      return pin.entry._withUnsafeGuaranteedRef { body($0.store) }
    }
    return Inspector.Inspected(
      handle: handle, number: number, redactions: options.redactions.map(\.text),
      longestLine: Int(clamping: options.limits.bytes), isHeld: { ask($0) { $0.isHeld } ?? false },
      isStopped: { ask($0) { $0.isHeld && !$0.isHeldByProgram } ?? false },
      redacted: { store, state, pointer in
        ask(store) { $0.redactor.isEmpty ? nil : $0.redactor.state(state, at: pointer) }
      })
  }

  /// Ends to be inspected.
  func endInspection() throws(RuntimeError) {
    guard finishInspection() else { throw RuntimeError(ENFOLD_NOT_FOUND, "the runtime is not inspected") }
  }

  /// As `endInspection`, when the runtime is closed. False: it is not inspected.
  @discardableResult func finishInspection() -> Bool {
    let old = inspection.withLock { inspection -> Inspector? in
      guard case .on(let inspector) = inspection else { return nil }
      // Nobody begins before the file of the socket is gone.
      inspection = .beginning
      return inspector
    }
    guard let old else { return false }
    old.finish()
    InspectServer.shared.wake()
    inspection.withLock { $0 = .off }
    return true
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
