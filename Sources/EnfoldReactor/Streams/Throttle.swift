// throttle: at most one value in each interval. OpenCombine's loses values that come when nobody asks for one.
import Enfold
import OpenCombine

extension Publisher {
  /// Passes a value on at once if no interval runs, and begins one. Of the values that come meanwhile at most one is
  /// kept. It is passed on when the interval is over, and begins the next one. If the stream ends meanwhile, the kept
  /// value still comes in its time, and then the end. In a transform of a reactor it comes at once when the store is
  /// flushed or ended regularly.
  ///
  /// - Parameters:
  ///   - interval: how long no value comes after one has come.
  ///   - keeping: which of the values that come meanwhile is kept until the interval is over.
  ///   - clock: whose time counts; nil is the dependency `clock` where somebody subscribes.
  public func throttle(
    for interval: Duration, keeping: ThrottleKeeps, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyPublisher<Output, Failure> {
    Junction.stream(on: clock, EffectOrigin(name: "throttle", fileID: fileID, line: line)) { junction, alarm in
      let throttled = Throttled(interval, keeping, alarm, junction)
      junction.add(self, asking: .forAll, ended: throttled.end, receive: throttled.receive)
    }
  }

  /// `throttle` as ReactableKit and Combine have it.
  ///
  /// - Parameter latest: whether the latest of the values that come meanwhile is kept, or the first.
  public func throttle(
    for interval: Duration, latest: Bool = true, clock: (any Clock<Duration>)? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> AnyPublisher<Output, Failure> {
    throttle(for: interval, keeping: latest ? .latest : .first, clock: clock, fileID: fileID, line: line)
  }

  /// `throttle` as RxSwift has it.
  ///
  /// - Parameter latest: whether the latest of the values that come meanwhile is kept, or none.
  public func throttle(
    _ interval: Duration, latest: Bool = true, clock: (any Clock<Duration>)? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> AnyPublisher<Output, Failure> {
    throttle(for: interval, keeping: latest ? .latest : .none, clock: clock, fileID: fileID, line: line)
  }
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
  /// When the interval ends that runs.
  private var end: Duration?
  private var completion: Subscribers.Completion<Failure>?

  init(_ interval: Duration, _ keeping: ThrottleKeeps, _ alarm: Alarm, _ junction: Junction<Output, Failure>) {
    (self.interval, self.keeping, self.alarm, self.junction) = (interval, keeping, alarm, junction)
  }

  func receive(_ value: Output) {
    let due = alarm.now + interval
    let (isToBegin, isKept, past) = lock.withLock { () -> (Bool, Bool, Output?) in
      guard end != nil else {
        end = due
        junction.outlet.put(value)
        return (true, false, nil)
      }
      let past = kept
      if keeping == .latest || (keeping == .first && kept == nil) { kept = value }
      return (false, kept != nil && past == nil, past)
    }
    if isKept { alarm.waits?.enter { [weak self] in self?.letGo() } }
    if isToBegin { alarm.set(at: due, ring: ring) }
    withExtendedLifetime(past) {}  // without the lock: its end may run anything
  }

  /// Lets the value go before its time. The next interval begins with it.
  private func letGo() {
    let next = alarm.now + interval
    let (completion, past) = lock.withLock { (self.completion, put(until: next)) }
    tell(completion, past)
  }

  /// The interval is over. Returns the end of the next one, if a value has waited.
  @Sendable private func ring() -> Duration? {
    let now = alarm.now
    let (next, completion, past) = lock.withLock { () -> (Duration?, Subscribers.Completion<Failure>?, Output?) in
      // A value that was let go has begun another interval.
      if let end, end > now { return (end, nil, nil) }
      end = nil
      let past = put(until: now + interval)
      return (end, self.completion, past)
    }
    tell(completion, past)
    return next
  }

  /// Puts out the value that is kept, if there is one, and begins an interval. Returns what is not to be freed with the lock
  /// held.
  private func put(until due: Duration) -> Output? {
    guard let value = kept.take() else { return nil }
    junction.outlet.put(value)
    end = due
    return value
  }

  private func tell(_ completion: Subscribers.Completion<Failure>?, _ past: Output?) {
    if let completion { junction.finish(completion) } else { junction.outlet.handOver() }
    if past != nil { alarm.waits?.leave() }
  }

  func end(_ completion: Subscribers.Completion<Failure>) {
    let isWaiting = lock.withLock {
      self.completion = completion
      return kept != nil
    }
    if !isWaiting { junction.finish(completion) }
  }
}
