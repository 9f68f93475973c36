// throttle: at most one value in each interval. OpenCombine's loses values that come when nobody asks for one.
import Enfold
import OpenCombine

extension Publisher {
  /// Passes a value on at once if no interval runs, and begins one. Of the values that come meanwhile at most one is
  /// kept. It is passed on when the interval is over, and begins the next one. If the stream ends meanwhile, the kept
  /// value still comes in its time, and then the end.
  ///
  /// - Parameters:
  ///   - interval: how long no value comes after one has come.
  ///   - keeping: which of the values that come meanwhile is kept until the interval is over.
  ///   - clock: whose time counts; nil is the dependency `clock` where somebody subscribes.
  public func throttle(
    for interval: Duration, keeping: ThrottleKeeps, clock: (any Clock<Duration>)? = nil
  ) -> AnyPublisher<Output, Failure> {
    Junction.stream(on: clock) { junction, alarm in
      let throttled = Throttled(interval, keeping, alarm, junction)
      junction.add(self, asking: .forAll, ended: throttled.end, receive: throttled.receive)
    }
  }

  /// `throttle` as ReactableKit and Combine have it.
  ///
  /// - Parameter latest: whether the latest of the values that come meanwhile is kept, or the first.
  public func throttle(
    for interval: Duration, latest: Bool = true, clock: (any Clock<Duration>)? = nil
  ) -> AnyPublisher<Output, Failure> { throttle(for: interval, keeping: latest ? .latest : .first, clock: clock) }

  /// `throttle` as RxSwift has it.
  ///
  /// - Parameter latest: whether the latest of the values that come meanwhile is kept, or none.
  public func throttle(
    _ interval: Duration, latest: Bool = true, clock: (any Clock<Duration>)? = nil
  ) -> AnyPublisher<Output, Failure> { throttle(for: interval, keeping: latest ? .latest : .none, clock: clock) }
}

/// The interval that runs, and the value that waits for its end.
private final class Throttled<Output, Failure: Error>: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.
  private let interval: Duration
  private let keeping: ThrottleKeeps
  private let alarm: Alarm
  private let junction: Junction<Output, Failure>
  private let lock = Lock()
  private var kept: Output?
  private var isRunning = false
  private var completion: Subscribers.Completion<Failure>?

  init(_ interval: Duration, _ keeping: ThrottleKeeps, _ alarm: Alarm, _ junction: Junction<Output, Failure>) {
    (self.interval, self.keeping, self.alarm, self.junction) = (interval, keeping, alarm, junction)
  }

  func receive(_ value: Output) {
    let due = alarm.now + interval
    let (isToBegin, past) = lock.withLock { () -> (Bool, Output?) in
      if !isRunning {
        isRunning = true
        junction.outlet.put(value)
        return (true, nil)
      }
      let past = kept
      if keeping == .latest || (keeping == .first && kept == nil) { kept = value }
      return (false, past)
    }
    if isToBegin { alarm.set(at: due, ring: ring) }
    withExtendedLifetime(past) {}  // without the lock: its end may run anything
  }

  /// The interval is over. Returns the end of the next one, if a value has waited.
  @Sendable private func ring() -> Duration? {
    let next = alarm.now + interval
    let (isRunning, completion, past) = lock.withLock {
      if let kept { junction.outlet.put(kept) } else { self.isRunning = false }
      return (self.isRunning, self.completion, kept.take())
    }
    defer { withExtendedLifetime(past) {} }  // without the lock: its end may run anything
    if let completion { junction.finish(completion) } else { junction.outlet.handOver() }
    return isRunning ? next : nil
  }

  func end(_ completion: Subscribers.Completion<Failure>) {
    let isWaiting = lock.withLock {
      self.completion = completion
      return kept != nil
    }
    if !isWaiting { junction.finish(completion) }
  }
}
