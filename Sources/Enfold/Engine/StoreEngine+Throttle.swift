// StoreEngine: throttled effects. Only the drainer deals with them.

/// The interval after a throttled effect has begun. In it no other effect of the same id begins. One that is held begins at
/// its end, and opens the next interval.
@usableFromInline final class ThrottleWindow: @unchecked Sendable {
  // Unchecked: everything is touched by the drainer only.
  /// How much of the interval is left.
  private var remaining: () -> Duration
  /// Returns when the interval is over.
  private(set) var wait: @Sendable () async throws -> Void
  /// The effect that begins at the end of the interval; nil if there is none.
  var held: PartAccount?

  /// Whether the interval goes on: some of it is left, or the held effect has not begun yet.
  var isOpen: Bool { held.map { !$0.isCancelled } ?? false || remaining() > .zero }

  init(_ throttle: Throttle) { (remaining, wait) = Self.interval(throttle.interval, on: throttle.clock) }

  /// The held effect begins, and with it the next interval.
  func reopen(_ throttle: Throttle) {
    held = nil
    (remaining, wait) = Self.interval(throttle.interval, on: throttle.clock)
  }

  /// An interval that begins now.
  private static func interval(
    _ interval: Duration, on clock: some Clock<Duration>
  ) -> (remaining: () -> Duration, wait: @Sendable () async throws -> Void) {
    let end = clock.now.advanced(by: interval)
    return ({ clock.now.duration(to: end) }, { try await clock.sleep(until: end, tolerance: nil) })
  }
}

extension StoreEngine {
  /// Begins a throttled effect, now or at the end of the interval, or drops it. Returns whether it has ended already.
  func begin(
    _ part: Operation, _ throttle: Throttle, in join: Join?, of action: Action, _ account: EffectAccount,
    _ steps: inout [EffectStep]
  ) -> Bool {
    let key = EffectKey(id: throttle.id, path: account.path)
    guard let window = throttles[key], window.isOpen else {
      forgetPastThrottles()
      throttles[key] = ThrottleWindow(throttle)
      return open(part, path: account.path, id: throttle.id, in: join, of: action, account, &steps) == nil
    }
    if let held = window.held {
      if throttle.keeps == .first, !held.isCancelled { return true }
      registry.cancel(held)
    }
    if throttle.keeps == .none { return true }
    let wait = RunOperation<Action>(
      origin: throttle.origin, operation: { [wait = window.wait] _ in try await wait() })
    // It runs on the draining thread, as everything that begins.
    let begin = RunOperation<Action>(origin: throttle.origin, operation: { _ in window.reopen(throttle) })
    let delayed = Operation.node(EffectNode(.concatenate, [.run(wait), .run(begin), part]))
    window.held = open(delayed, path: account.path, id: throttle.id, in: join, of: action, account, &steps)
    return window.held == nil
  }

  /// Removes the intervals that are over, now and then: ids that do not come back must not stay in memory.
  private func forgetPastThrottles() {
    guard throttles.count >= throttleLimit else { return }
    throttles = throttles.filter { $0.value.isOpen }
    throttleLimit = max(Sizes.of(16, tiny: 1), 2 * throttles.count)
  }
}
