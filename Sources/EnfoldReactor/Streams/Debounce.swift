// debounce: passes a value on when no other has followed it for some time.
// OpenCombine's loses values that nobody has asked for, and at the end the last one.
import Enfold
import OpenCombine

extension Publisher {
  /// A value when no other has come for some time. Values that are followed by another one too soon are left out. At the end
  /// the last value comes at once; in a transform of a reactor also when its store is flushed or ended regularly.
  ///
  /// - Parameter clock: whose time counts; nil is the dependency `clock` where somebody subscribes.
  public func debounce(
    for duration: Duration, clock: (any Clock<Duration>)? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyPublisher<Output, Failure> {
    Junction.stream(on: clock, EffectOrigin(name: "debounce", fileID: fileID, line: line)) { junction, alarm in
      let latest = Debounced(duration, alarm, junction)
      junction.add(self, asking: .forAll, ended: latest.end, receive: latest.receive)
    }
  }

  /// ``debounce(for:clock:)`` as RxSwift writes it.
  public func debounce(
    _ duration: Duration, clock: (any Clock<Duration>)? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyPublisher<Output, Failure> {
    debounce(for: duration, clock: clock, fileID: fileID, line: line)
  }
}

/// The last value, as long as another one may still follow.
private final class Debounced<Output, Failure: Error>: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.
  private let duration: Duration
  private let alarm: Alarm
  private let junction: Junction<Output, Failure>
  private let lock = Lock()
  private var latest: (value: Output, due: Duration)?
  private var isAlarmSet = false

  init(_ duration: Duration, _ alarm: Alarm, _ junction: Junction<Output, Failure>) {
    (self.duration, self.alarm, self.junction) = (duration, alarm, junction)
  }

  func receive(_ value: Output) {
    let due = alarm.now + duration
    let (isToSet, past) = lock.withLock {
      defer {
        latest = (value, due)
        isAlarmSet = true
      }
      return (!isAlarmSet, latest)
    }
    if past == nil { alarm.waits?.enter { [weak self] in self?.letGo() } }
    if isToSet { alarm.set(at: due, ring: ring) }
    withExtendedLifetime(past) {}  // without the lock: its end may run anything
  }

  /// Lets the value go before its time.
  private func letGo() {
    let past = lock.withLock(putLatest)
    junction.outlet.handOver()
    if past != nil { alarm.waits?.leave() }
  }

  /// Lets the value go, unless another one has come meanwhile: then it returns the time of that one.
  @Sendable private func ring() -> Duration? {
    let now = alarm.now
    let (next, past) = lock.withLock { () -> (Duration?, Output?) in
      if let latest, latest.due > now { return (latest.due, nil) }
      isAlarmSet = false
      return (nil, putLatest())
    }
    junction.outlet.handOver()
    if past != nil { alarm.waits?.leave() }
    return next
  }

  func end(_ completion: Subscribers.Completion<Failure>) {
    let past = lock.withLock(putLatest)
    junction.finish(completion)
    if past != nil { alarm.waits?.leave() }
  }

  /// Returns what is not to be freed with the lock held.
  private func putLatest() -> Output? {
    guard let value = latest.take()?.value else { return nil }
    junction.outlet.put(value)
    return value
  }
}
