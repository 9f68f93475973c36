// HostStore: flush, and the regular end: nothing is lost silently.
import CEnfold
import Enfold
import EnfoldJSON
import EnfoldPlugin

extension HostStore {
  /// Begins what is debounced or throttled and waits.
  func flush() throws(RuntimeError) -> enfold_status {
    guard let flush = engine.flush else {
      throw RuntimeError(
        ENFOLD_UNSUPPORTED, "the feature \(feature) cannot be flushed: \(withoutExtension("enfold.flush"))")
    }
    return try callMayDrain("flush", 0) { drain, error in flush(pointer, drain | ENFOLD_FLUSH_BEGIN, error) }
  }

  /// From now on the store takes nothing from outside; what is debounced or throttled and waits begins, if `flushes`.
  fileprivate func beginEnding(flushes: Bool) {
    guard let flush = engine.flush else { return }
    let flags = ENFOLD_FLUSH_LAST | (flushes ? ENFOLD_FLUSH_BEGIN : 0)
    // It may have been closed meanwhile. Then there is nothing to end.
    _ = try? callMayDrain("flush", 0) { drain, error in flush(pointer, drain | flags, error) }
  }

  /// Ends the store: waits until everything that was accepted is done, and closes it.
  ///
  /// - Parameter scope: its root, whose handle the host gave.
  func end(_ options: EndOptions, through scope: HostScope) throws(RuntimeError) -> enfold_status {
    if isInsideCallback { throw .reentrant }
    beginEnding(flushes: options.flushes)
    let status = try wait(milliseconds: options.milliseconds, through: scope)
    guard options.closes else { return status }
    if status != ENFOLD_OK { logCutOff() }
    guard handles.closeIfOpen(root, HostScope.self) else {
      throw RuntimeError(ENFOLD_STALE, "the store was closed meanwhile")
    }
    close()
    return status
  }

  /// Tells the receiver of diagnostics what still runs, because it is cut off.
  fileprivate func logCutOff() {
    let pending = Int(clamping: pending)
    if pending == 0 { return }
    let running = runningEffects
    var effects = NameCounts()
    for effect in running { effects.add(effect) }
    let others = pending - running.count
    let what =
      effects.isEmpty
      ? "\(pending) actions and effects were"
      : others > 0
        ? "\(effects.description) and \(others) in its queue were"
        : "\(effects.description) \(effects.isOne ? "was" : "were")"
    log(warning: "the store was ended before it was idle: \(what) cut off", .workCutOff)
  }

  /// Where the running effects were written. The engine's text is not trusted.
  private var runningEffects: [String] {
    guard let running = engine.running else { return [] }
    var text = JSONWriter()
    withUnsafeMutablePointer(to: &text) { text in
      insideCallback {
        running(
          pointer,
          { context, bytes, length in
            guard let piece = writtenPiece(bytes, length) else { return }
            context?.assumingMemoryBound(to: JSONWriter.self).pointee.raw(piece)
          }, text)
      }
    }
    return text.withBytes { bytes in
      var reader = JSONReader(bytes)
      var effects: [String] = []
      try? reader.beginArray()
      while (try? reader.nextElement()) == true, let effect = try? reader.readString() { effects.append(effect) }
      return effects
    }
  }
}

extension Runtime {
  /// The open stores, with what only a store of an engine can.
  private var hostStores: [HostStore] { stores.compactMap { $0 as? HostStore } }

  /// Begins what is debounced or throttled and waits in any store.
  func flush() throws(RuntimeError) -> enfold_status {
    var status = enfold_status(ENFOLD_OK)
    var failure: RuntimeError?
    for store in hostStores {
      do throws(RuntimeError) {
        status = max(status, try store.flush())
      } catch {
        // One that was closed meanwhile has nothing that waits.
        if error.status != ENFOLD_STALE { failure = failure ?? error }
      }
    }
    if let failure { throw failure }
    return status
  }

  /// Ends the runtime: waits until everything that was accepted is done, and closes it.
  func end(_ options: EndOptions) throws(RuntimeError) -> enfold_status {
    if isInsideCallback { throw .reentrant }
    beginEnding()
    let ending = hostStores
    for store in ending { store.beginEnding(flushes: options.flushes) }
    let status = try waitUntilIdle(milliseconds: options.milliseconds)
    guard options.closes else { return status }
    if status != ENFOLD_OK { for store in ending { store.logCutOff() } }
    guard handles.closeIfOpen(handle, Runtime.self) else {
      throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile")
    }
    close()
    return status
  }
}
