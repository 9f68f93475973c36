// Store: flush, and the regular end: nothing is lost silently.

extension Store {
  /// Sends an action with a tag, such as the name of a user. Diagnostics about everything that the action causes have it, and in a
  /// plugin the host's events and requests. Features do not see it.
  @discardableResult public func send(_ action: Action, tag: String?) -> StoreTask {
    guard let tag else { return send(action) }
    switch origin {
    case .root(let engine, _):
      return switch engine.sendThroughQueue(action, tag: tag, mayDrain: engine.drainsOnCaller) {
      case .reduced(let task), .queued(let task): task
      case .refused(let error): StoreTask(refusal: error)
      }
    case .derived(let derivation): return derivation.send(action, tag)
    }
  }

  /// Begins the debounced and throttled effects that wait, in the order in which they began to wait. It waits its turn among the
  /// actions. What these effects begin and debounce again waits as usual. Effects that sleep go on sleeping.
  public func flush() {
    switch origin {
    case .root(let engine, _): _ = engine.flush(mayDrain: engine.drainsOnCaller)
    case .derived(let derivation): derivation.root.flush()
    }
  }

  /// Ends the store so that nothing is lost: flushes it, waits until it is idle, and closes it.
  ///
  /// From the beginning of this call on the store takes nothing from outside any more: actions and writes are refused, as by a
  /// closed store. What was accepted before is reduced, effects go on, and what they send is accepted.
  ///
  /// If effects still run when the time is over, they are cancelled, a diagnostic names them, and the store is closed all the
  /// same. Ending a derived store does nothing.
  ///
  /// - Parameters:
  ///   - flush: whether ``flush()`` comes first.
  ///   - time: how long it waits; nil: without end. If the task that waits is cancelled, the time is over.
  ///   - clock: whose time counts.
  /// - Returns: false if something was cut off.
  @discardableResult public func end(
    flush: Bool = true, within time: Duration? = .seconds(2), clock: any Clock<Duration> = ContinuousClock()
  ) async -> Bool {
    guard case .root(let engine, let diagnostics) = origin else { return true }
    _ = engine.flush(beginsDelayed: flush, isLast: true, mayDrain: engine.drainsOnCaller)
    await withTaskGroup { group in
      group.addTask { await diagnostics.waitUntilIdle(engine) }
      if let time { group.addTask { try? await clock.sleep(for: time) } }
      await group.next()
      group.cancelAll()
    }
    let pending = engine.pending
    if pending > 0 {
      let effects = engine.runningOrigins.map { "\($0)" }.sorted()
      let others = pending - effects.count
      let all = effects + (others > 0 ? ["\(others) in its queue"] : [])
      diagnostics.diagnose(
        Diagnostic(
          level: .warning, .workCutOff,
          message: "the store was ended before it was idle: cut off were \(all.joined(separator: ", "))"))
    }
    close()
    return pending == 0
  }
}
