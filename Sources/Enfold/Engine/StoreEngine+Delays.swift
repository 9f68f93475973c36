// StoreEngine: effects that begin later, debounced and throttled ones, and the time that they wait.

extension StoreEngine {
  /// Lets some time pass, without a task if the clock is the system's. Returns whether it has passed already.
  ///
  /// - Parameter whenEnded: called when it has passed and this has returned.
  @inlinable func startDelay(
    _ delay: Delay, in account: EffectAccount, of source: EffectSource<Action>, then whenEnded: (@Sendable () -> Void)?
  ) -> Bool {
    guard testControl == nil, delay.isOfSystem, owner.effectExecutor == nil else {
      return startRun(delay.operation(), of: source, account, isDelay: true, then: whenEnded)
    }
    guard let run = registry.begin(in: account, delay.origin, isDelay: true, whenEnded: whenEnded) else { return false }
    let timer = TimerQueue.shared.add(after: delay.duration) { [registry] in registry.end(run, .finished) { _ in } }
    return registry.attach(.timer(timer), to: run)
  }

  /// Begins a debounced effect when its time has passed. Returns whether it has ended already.
  @inlinable func beginDebounced(
    _ part: Operation, _ debounce: Debounce, _ entry: EffectEntry, in join: Join?, of source: EffectSource<Action>,
    _ account: EffectAccount, _ steps: inout [PendingPart]
  ) -> Bool {
    if case .node = part {
      // Parts of it may have ids, and may be cancelled before they begin.
      let wait = EffectNode<Action>(.delay(debounce.delay), [])
      let whole = Operation.node(EffectNode(.concatenate, [.node(wait), part]))
      return open(whole, path: account.path, id: debounce.id, entry, in: join, of: source, account, &steps) == nil
    }
    guard let own = openAccount(at: account.path, id: debounce.id, entry, in: join, of: source, account) else {
      return true
    }
    steps.append(.started(own, in: join))
    let hasPassed = startDelay(debounce.delay, in: own, of: source) { [weak self] in
      guard let self else { return }
      _ = performNext(in: own) { [self] in start(part, in: nil, of: source, own) }
    }
    if hasPassed { steps.append(.begin(part, in: nil, own)) }
    return false
  }

  /// Begins a throttled effect, now or at the end of the interval, or drops it. Returns whether it has ended already.
  @usableFromInline func beginThrottled(
    _ part: Operation, _ throttle: Throttle, in join: Join?, of source: EffectSource<Action>, _ account: EffectAccount,
    _ steps: inout [PendingPart]
  ) -> Bool {
    let key = EffectKey(id: throttle.id, path: account.path)
    guard let window = throttles[key], window.isOpen else {
      forgetPastThrottles()
      throttles[key] = ThrottleWindow(throttle)
      return open(part, path: account.path, id: throttle.id, in: join, of: source, account, &steps) == nil
    }
    if throttle.keeps == .none { return true }
    if let held = window.held {
      if throttle.keeps == .first, !held.isCancelled { return true }
      registry.cancel(held)
    }
    let wait = EffectNode<Action>(
      .delay(Delay(window.remaining(), on: throttle.clock, throttle.origin, wait: window.wait)), [])
    // It runs on the draining thread, as everything that begins.
    let begin = RunOperation<Action>(origin: throttle.origin, operation: { _ in window.reopen(throttle) })
    let delayed = Operation.node(EffectNode(.concatenate, [.node(wait), .run(begin), part]))
    window.held = open(delayed, path: account.path, id: throttle.id, in: join, of: source, account, &steps)
    return window.held == nil
  }

  /// Removes the intervals that are over, now and then: ids that do not come back must not stay in memory.
  private func forgetPastThrottles() {
    guard throttles.count >= throttleLimit else { return }
    throttles = throttles.filter { $0.value.isOpen }
    throttleLimit = max(Sizes.of(16, tiny: 1), 2 * throttles.count)
  }
}
