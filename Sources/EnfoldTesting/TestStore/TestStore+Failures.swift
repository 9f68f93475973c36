// TestStore: messages of failures about actions and effects.

extension TestStore {
  func fail(_ message: String, at location: TestLocation) { TestFailure.report(message, at: location) }

  /// Fails the test with the problems in the store since it looked last.
  func reportProblems(at location: TestLocation) {
    for problem in log.takeProblems() { fail(problem, at: location) }
  }

  func reportUnreceivedActions(at location: TestLocation) {
    let waiting = log.received
    if waiting.isEmpty { return }
    fail(
      """
      The store received \(counted(waiting.count, "unexpected action")) until its end.

      \(list(waiting))

      Receive what effects have sent with `receive`, or let it pass with `skipReceivedActions`.
      """, at: location)
  }

  func reportRunningEffects(at location: TestLocation) {
    for (effect, count) in runningEffects {
      fail(
        """
        An effect returned for this action is still running: \(effect.action)

          \(described(effect, count))

        An effect must end before the test does. \(endingAdvice)
        """, at: location)
    }
  }

  /// The running effects, and how many there are of each, sorted by their descriptions.
  var runningEffects: [(effect: RunningEffect, count: Int)] {
    Dictionary(grouping: engine.runningEffects, by: \.description)
      .sorted { $0.key < $1.key }
      .compactMap { _, effects in effects.first.map { ($0, effects.count) } }
  }

  /// The running effects, one on each line.
  var runningEffectsList: String {
    runningEffects.map { "  \(described($0.effect, $0.count))" }.joined(separator: "\n")
  }

  /// How an effect that runs too long is ended.
  var endingAdvice: String {
    """
    Let time pass with `advance` if it waits for a clock\(sleepers), answer what it has asked its host\(openRequests), wait for it with `finish`, or end it: with an action that \
    cancels it, with `cancel` of the task that `send` returned, or with `skipInFlightEffects`.
    """
  }

  /// Advice for the case that an effect does not send something in time.
  var sendingAdvice: String {
    "Let time pass with `advance` if it waits for a clock\(sleepers), answer what it has asked its host\(openRequests), or wait longer with `timeout:`."
  }

  private var sleepers: String {
    let count = clock.sleeperCount
    return count == 0 ? "" : " (the store's `clock` has \(counted(count, "sleeper")))"
  }

  private var openRequests: String {
    let open = requests.open.map(\.shown)
    return open.isEmpty ? "" : " (without an answer: \(open.joined(separator: "; ")))"
  }

  private func described(_ effect: RunningEffect, _ count: Int) -> String {
    "\(effect)" + (count == 1 ? "" : " (\(count) times)")
  }

  /// Actions, one below the other.
  func list(_ actions: [any Sendable]) -> String {
    let shown = actions.prefix(20).map { Difference.shown($0) }.joined(separator: "\n")
    return actions.count > 20 ? "\(shown)\n  … and \(actions.count - 20) more" : shown
  }
}
