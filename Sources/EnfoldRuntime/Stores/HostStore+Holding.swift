// HostStore: hold, step, and breakpoints.
import CEnfold
import Enfold
import EnfoldJSON
import EnfoldPlugin

extension HostStore {
  private var holding: Engine.Holding {
    get throws(RuntimeError) {
      guard let holding = engine.holding else {
        throw RuntimeError(
          ENFOLD_UNSUPPORTED, "the feature \(feature) cannot be held: \(withoutExtension("enfold.hold"))")
      }
      return holding
    }
  }

  /// Holds the store for the program, or releases it, whoever holds it.
  func hold(_ isOn: Bool) throws(RuntimeError) -> enfold_status {
    let status = try hold(as: isOn ? ENFOLD_HOLD_PROGRAM : 0)
    runtime.monitor.notify()
    return status
  }

  private func hold(as holder: UInt32) throws(RuntimeError) -> enfold_status {
    let hold = try holding.hold
    return try callMayDrain("hold", 0) { drain, error in hold(pointer, holder, drain, error) }
  }

  /// Takes one of the entries that are kept back. `done` receives whether that was done before this returned.
  func step(_ done: inout UInt32) throws(RuntimeError) -> enfold_status {
    let step = try holding.step
    var taken: UInt32 = 0
    let status = try callMayDrain("step", 0) { drain, error in step(pointer, drain, &taken, error) }
    done = status == ENFOLD_OK && taken != 0 ? 1 : 0
    return status
  }

  // MARK: Breakpoints

  /// Adds a breakpoint before an action, and returns its number.
  func addBreakpoint(before action: String) throws(RuntimeError) -> UInt64 {
    let add = try holding.addBreakpoint
    let number = takeBreakpointNumber()
    var action = action
    action.withUTF8 { bytes in
      insideCallback {
        add(pointer, number, UnsafeRawBufferPointer(bytes).assumingMemoryBound(to: CChar.self).baseAddress, bytes.count)
      }
    }
    // Only now, so that another thread that clears all breakpoints does not forget one that the engine gets later.
    lock.withLock { contents.breakpoints[number] = .action }
    return number
  }

  /// Adds a breakpoint behind changes at a place, and returns its number.
  ///
  /// - Parameter scope: where the pointer begins.
  func addBreakpoint(behind path: UnsafeRawBufferPointer, of scope: HostScope) throws(RuntimeError) -> UInt64 {
    _ = try holding
    let number = takeBreakpointNumber()
    let stop = StopBehindChange(self, number, String(decoding: path, as: UTF8.self))
    let handle = try scope.listen(at: path, .ofBreakpoints, stop)
    lock.withLock { contents.breakpoints[number] = .path(handle) }
    return number
  }

  private func takeBreakpointNumber() -> UInt64 {
    lock.withLock {
      contents.lastBreakpoint += 1
      return contents.lastBreakpoint
    }
  }

  /// Removes a breakpoint. A store that is held stays held.
  func removeBreakpoint(_ number: UInt64) throws(RuntimeError) {
    _ = try holding
    guard let breakpoint = lock.withLock({ contents.breakpoints.removeValue(forKey: number) }) else {
      throw RuntimeError(ENFOLD_NOT_FOUND, "the store has no breakpoint \(number)")
    }
    remove(breakpoint, number)
  }

  /// Removes all breakpoints.
  func removeBreakpoints() throws(RuntimeError) {
    _ = try holding
    let breakpoints = lock.withLock { () -> [UInt64: Breakpoint] in
      defer { contents.breakpoints = [:] }
      return contents.breakpoints
    }
    for (number, breakpoint) in breakpoints { remove(breakpoint, number) }
  }

  private func remove(_ breakpoint: Breakpoint, _ number: UInt64) {
    switch breakpoint {
    case .action: insideCallback { engine.holding?.removeBreakpoint(pointer, number) }
    case .path(let handle): try? handles.close(handle, HostSubscription.self) { $0.cancel() }
    }
  }

  /// Holds the store behind a commit. Called by its drainer.
  fileprivate func stop(behindChangeOf path: String, at breakpoint: UInt64) {
    guard !isHeld, (try? hold(as: ENFOLD_HOLD_BREAKPOINT)) != nil else { return }
    var record = JSONWriter()
    record.literal("{\"level\":\"info\",\"message\":")
    record.write("the store is held: breakpoint \(breakpoint) stops behind the change of \"\(path)\"")
    record.write(Diagnostic.Topic.storeIsHeld)
    record.literal("}")
    record.withBytes { log(Int32(ENFOLD_LOG_INFO), $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count) }
  }

  enum Breakpoint {
    /// The engine knows it by its number.
    case action
    /// The handle of the subscription that hears of the changes.
    case path(UInt64)
  }
}

/// Stops the store behind changes.
private final class StopBehindChange: HostListener {
  private let number: UInt64
  private let path: String

  init(_ store: HostStore, _ number: UInt64, _ path: String) {
    self.number = number
    self.path = path
    super.init(store)
  }

  override func heard(_ event: UnsafePointer<enfold_event>) {
    if event.pointee.flags & ENFOLD_CHANGED != 0 { store.stop(behindChangeOf: path, at: number) }
  }
}

extension ObserveOptions {
  /// Each value that differs from the one before, from the next commit on.
  fileprivate static var ofBreakpoints: ObserveOptions {
    var options = ObserveOptions()
    options.initial = false
    return options
  }
}
