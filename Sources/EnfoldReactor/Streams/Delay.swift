// delay: passes each value on after some time.
// OpenCombine's takes a value only when the one before it was passed on, if its subscriber asks for one at a time: so delays
// would add up.
import Enfold
import OpenCombine

extension Publisher {
  /// Passes each value, and the end, on after some time. Values that wait for their time are kept, however many there
  /// are. In a transform of a reactor the regular end of its store waits for them.
  ///
  /// - Parameter clock: whose time counts; nil is the dependency `clock` where somebody subscribes.
  public func delay(
    for duration: Duration, clock: (any Clock<Duration>)? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyPublisher<Output, Failure> {
    Junction.stream(on: clock, EffectOrigin(name: "delay", fileID: fileID, line: line)) { junction, alarm in
      let delayed = Delayed(duration, alarm, junction)
      junction.add(self, asking: .forAll, ended: { delayed.add(.end($0)) }, receive: { delayed.add(.value($0)) })
    }
  }

  /// ``delay(for:clock:)`` as RxSwift writes it.
  public func delay(
    _ duration: Duration, clock: (any Clock<Duration>)? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyPublisher<Output, Failure> {
    delay(for: duration, clock: clock, fileID: fileID, line: line)
  }
}

/// The values that wait for their time.
private final class Delayed<Output, Failure: Error>: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.
  enum Event {
    case value(Output)
    case end(Subscribers.Completion<Failure>)
  }

  private let duration: Duration
  private let alarm: Alarm
  private let junction: Junction<Output, Failure>
  private let lock = Lock()
  private var waiting = BlockQueue<(event: Event, due: Duration)>()
  private var isAlarmSet = false

  init(_ duration: Duration, _ alarm: Alarm, _ junction: Junction<Output, Failure>) {
    (self.duration, self.alarm, self.junction) = (duration, alarm, junction)
  }

  func add(_ event: Event) {
    let due = alarm.now + duration
    let isToSet = lock.withLock {
      waiting.append((event, due))
      defer { isAlarmSet = true }
      return !isAlarmSet
    }
    if case .value = event { alarm.waits?.enter() }
    if isToSet { alarm.set(at: due, ring: release) }
  }

  /// Lets go whose time has come. Returns when the time of the next one comes.
  @Sendable private func release() -> Duration? {
    let now = alarm.now
    var count = 0
    let (end, next) = lock.withLock { () -> (Subscribers.Completion<Failure>?, Duration?) in
      while let (event, due) = waiting.first {
        if due > now { return (nil, due) }
        _ = waiting.popFirst()
        switch event {
        case .value(let value):
          junction.outlet.put(value)
          count += 1
        case .end(let completion): return (completion, nil)
        }
      }
      isAlarmSet = false
      return (nil, nil)
    }
    if let end { junction.finish(end) } else { junction.outlet.handOver() }
    alarm.waits?.leave(count)
    return next
  }
}
