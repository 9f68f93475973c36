// TestStore: waiting for effects.
import Dispatch

extension TestStore {
  /// Whether nothing runs: no effect, and nothing that follows on one. Commits may wait to be asserted.
  var isIdle: Bool { engine.pending == 0 }

  /// Calls `attempt` now, and again whenever something happened in the store, until it returns something.
  ///
  /// - Returns: nil when the time is over or the test's task was cancelled.
  nonisolated(nonsending) func wait<Result>(
    _ timeout: Duration?, for attempt: nonisolated(nonsending) () async -> Result?
  ) async -> Result? {
    var watchdog: Watchdog?
    var attempts = 0
    while true {
      let version = log.version
      if let result = await attempt() { return result }
      if watchdog?.isOver == true || Task.isCancelled { return nil }
      attempts += 1
      // If something happens all the time, other tasks get a thread now and then, and so does the watchdog.
      if log.version != version, !attempts.isMultiple(of: 8) { continue }
      await Task.yield()
      if watchdog == nil {
        watchdog = Watchdog(timeout ?? self.timeout) { [log] in log.noteChange() }
        continue
      }
      await withTaskCancellationHandler {
        await log.waitForChange(after: version)
      } onCancel: {
        log.noteChange()
      }
    }
  }

  /// Lets effects go as far as they can: until they have ended, sleep or wait for something else. Gives up after some
  /// time if they do not stop.
  nonisolated(nonsending) func settle() async {
    let last = effects.done + 2_048
    _ = await wait(min(timeout, .seconds(1))) {
      effects.isQuiet || log.isFull || effects.done > last ? () : nil
    }
    // Effects may wait for something that comes soon from elsewhere. Other tasks get some turns for that.
    var turns = 0
    while turns < 20, engine.runningEffects.count > waitingEffectCount, log.isEmpty {
      turns += 1
      await Task.yield()
    }
  }

  /// At most this many effects wait for something that only the test can do. An effect that has asked twice counts
  /// twice.
  private var waitingEffectCount: Int { clock.sleeperCount + requests.open.count }

  /// Waits like ``settle()`` for `deinit`, which cannot suspend: it blocks the thread.
  ///
  /// Effects may end because of something elsewhere, so this waits for them. It does not wait if all of them sleep on
  /// the store's clock or wait for answers of the test: nobody will move the clock or answer.
  func blockWhileEffectsEnd() {
    let (seconds, attoseconds) = timeout.components
    let deadline = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
    while true {
      let version = log.version
      let running = engine.runningEffects.count
      let allSleep = effects.isQuiet && running > 0 && running <= waitingEffectCount
      if isIdle || allSleep || DispatchTime.now() >= deadline { return }
      log.blockUntilChange(after: version, deadline: deadline)
    }
  }

  /// Lets effects go as far as they can, and skips their actions.
  ///
  /// - Returns: how many actions these were.
  @discardableResult nonisolated(nonsending) func skipReceived(at location: TestLocation) async -> Int {
    await settle()
    let commits = log.takeAll()
    for commit in commits { noteSkipped(commit, at: location) }
    return commits.count
  }

  /// Notes that the test does not look at a commit.
  func noteSkipped(_ commit: TestCommit<State, Action>, at location: TestLocation) {
    log.noteAsserted(commit)
    if exhaustivity == .off(showSkippedAssertions: true), let action = commit.received {
      TestFailure.warn("An action was skipped:\n\n\(Difference.shown(action))", at: location)
    }
  }
}
