// TestStore: waiting for effects.
import Dispatch

extension TestStore {
  /// Whether nothing runs: no effect, no continuation of one. Received actions may wait.
  var isIdle: Bool {
    inbox.dropCancelled()  // effects may have waited for what was cancelled
    return engine.pending == 0
  }

  /// Calls `attempt` now, and again whenever something happened in the store, until it returns something.
  ///
  /// - Returns: nil when the time is over or the test's task was cancelled.
  nonisolated(nonsending) func wait<Result>(
    _ timeout: Duration?, for attempt: nonisolated(nonsending) () async -> Result?
  ) async -> Result? {
    var watchdog: Watchdog?
    var attempts = 0
    while true {
      let version = inbox.version
      if let result = await attempt() { return result }
      if watchdog?.isOver == true || Task.isCancelled { return nil }
      attempts += 1
      // If there is always something, others get a thread now and then: the watchdog does, too.
      if inbox.version != version, !attempts.isMultiple(of: 8) { continue }
      await Task.yield()
      if watchdog == nil {
        watchdog = Watchdog(timeout ?? self.timeout) { [inbox] in inbox.noteChange() }
        continue
      }
      await withTaskCancellationHandler {
        await inbox.waitForChange(after: version)
      } onCancel: {
        inbox.noteChange()
      }
    }
  }

  /// Lets effects go as far as they can: until they have ended, sleep or wait for something else. Not for ever, if they
  /// do not stop.
  nonisolated(nonsending) func settle() async {
    let last = effects.done + 2_048
    _ = await wait(min(timeout, .seconds(1))) {
      effects.isQuiet || inbox.isFull || effects.done > last ? () : nil
    }
    // What effects wait for elsewhere may be about to come: it gets some turns.
    var turns = 0
    while turns < 20, engine.runningEffects.count > clock.sleeperCount, inbox.isEmpty {
      turns += 1
      await Task.yield()
    }
  }

  /// The same for `deinit`, which cannot suspend: blocks a thread.
  ///
  /// Effects may also be about to end elsewhere. Those that sleep on the store's clock are not.
  func blockWhileEffectsEnd() {
    let (seconds, attoseconds) = timeout.components
    let deadline = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
    while true {
      let version = inbox.version
      let running = engine.runningEffects.count
      let allSleep = effects.isQuiet && running > 0 && running <= clock.sleeperCount
      if isIdle || allSleep || DispatchTime.now() >= deadline { return }
      inbox.blockUntilChange(after: version, deadline: deadline)
    }
  }

  /// Reduces everything that was received, and what follows from it.
  ///
  /// - Returns: how many actions these were. Fails if effects do not stop sending.
  @discardableResult
  nonisolated(nonsending) func reduceReceivedActions(at location: TestLocation) async -> Int {
    var count = 0
    await settle()
    let isDone: Void? = await wait(nil) {
      if await reduceNextAction(at: location) { count += 1 }
      return inbox.isEmpty ? () : nil
    }
    if isDone == nil {
      fail(
        """
        Effects do not stop sending actions: \(count) were reduced within \(timeout).

        \(runningEffectsList)

        \(endingAdvice)
        """, at: location)
    }
    return count
  }

  /// The same for one action. False if none was reduced.
  @discardableResult
  nonisolated(nonsending) func reduceNextAction(at location: TestLocation) async -> Bool {
    guard let next = inbox.next() else { return false }
    inbox.noteChange()  // there may be more: whoever waits looks again
    let isReduced = await reduce(next) != nil
    if isReduced { showSkipped(next.action, at: location) }
    await settle()
    return isReduced
  }

  func showSkipped(_ action: Action, at location: TestLocation) {
    if exhaustivity == .off(showSkippedAssertions: true) {
      TestFailure.warn("An action was skipped:\n\n\(Difference.shown(action))", at: location)
    }
  }
}
