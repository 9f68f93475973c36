// StoreEngine: throttled effects. Only the drainer deals with them.

/// An interval in which no other effect of an id begins at once.
@usableFromInline final class ThrottleWindow: @unchecked Sendable {
  // Unchecked: `held` is touched by the drainer only.
  /// How long it lasts still.
  let remaining: () -> Duration
  /// Returns when it is over.
  let wait: @Sendable () async throws -> Void
  /// What begins at its end, as long as it has not begun.
  var held: EffectScope?

  /// Whether it goes on: until what is kept has begun, even if that is late.
  var isOpen: Bool { held.map { !$0.isCancelled } ?? false || remaining() > .zero }

  init(_ clock: some Clock<Duration>, _ interval: Duration) {
    let end = clock.now.advanced(by: interval)
    remaining = { clock.now.duration(to: end) }
    wait = { try await clock.sleep(until: end, tolerance: nil) }
  }
}

extension StoreEngine {
  /// Begins a throttled effect, now or at the end of the interval, or drops it. Returns whether that is all.
  func begin(
    _ part: Operation, _ throttle: Throttle, in join: Join?, of action: Action, _ account: EffectAccount,
    _ steps: inout [EffectStep]
  ) -> Bool {
    let key = EffectKey(id: throttle.id, path: account.path)
    guard let window = throttles[key], window.isOpen else {
      forgetPastThrottles()
      throttles[key] = ThrottleWindow(throttle.clock, throttle.interval)
      return open(part, path: account.path, id: throttle.id, in: join, of: action, account, &steps) == nil
    }
    if let held = window.held {
      if throttle.keeps == .first, !held.isCancelled { return true }
      registry.cancel(held)
    }
    if throttle.keeps == .none { return true }
    let wait = RunOperation<Action>(
      origin: throttle.origin, operation: { [wait = window.wait] _ in try await wait() })
    // On the draining thread, as everything that begins.
    let begin = RunOperation<Action>(origin: throttle.origin, operation: { _ in window.held = nil })
    let delayed = Operation.node(EffectNode(.concatenate, [.run(wait), .run(begin), part]))
    window.held = open(delayed, path: account.path, id: throttle.id, in: join, of: action, account, &steps)
    return window.held == nil
  }

  /// Now and then, so that ids that do not come back are no leak.
  private func forgetPastThrottles() {
    guard throttles.count >= throttleLimit else { return }
    throttles = throttles.filter { $0.value.isOpen }
    throttleLimit = max(Sizes.of(16, tiny: 1), 2 * throttles.count)
  }
}
