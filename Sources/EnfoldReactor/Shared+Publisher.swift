// Shared.publisher: the values of a shared value as a publisher.
import Enfold
import OpenCombine

extension Shared {
  /// The newest value, and then each time when it was assigned. It never ends. If several threads assign at once, some values
  /// may be left out, but not the last one; a subscriber gets one at a time.
  public var publisher: AnyPublisher<Value, Never> { SharedPublisher(shared: self).eraseToAnyPublisher() }
}

extension SharedReader {
  /// See ``Shared/publisher``.
  public var publisher: AnyPublisher<Value, Never> { SharedPublisher(shared: shared).eraseToAnyPublisher() }
}

private struct SharedPublisher<Value: JSONCodable & Sendable>: Publisher {
  typealias Output = Value
  typealias Failure = Never

  let shared: Shared<Value>

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    let relay = SharedRelay(shared, subscriber)
    subscriber.receive(subscription: relay)
    relay.begin()
  }
}

/// One subscription.
private final class SharedRelay<S: Subscriber>: OpenCombine.Subscription, @unchecked Sendable
where S.Input: JSONCodable & Sendable, S.Failure == Never {
  // Unchecked: what changes is touched under `lock` only. The contract of publishers allows to call a subscriber on any
  // thread, one call at a time.
  private let shared: Shared<S.Input>
  private let lock = Lock()
  private var subscriber: S?
  private var observation: SharedObservation?
  private var demand = Subscribers.Demand.none
  /// The newest value that the subscriber has not asked for yet.
  private var waiting: S.Input?
  private var isTelling = false

  init(_ shared: Shared<S.Input>, _ subscriber: S) {
    self.shared = shared
    self.subscriber = subscriber
  }

  deinit { lock.deallocate() }

  func begin() {
    let started = shared.observeValues { [weak self] in self?.take($0) }
    lock.withLock { if subscriber != nil { observation = started } }
  }

  private func take(_ value: S.Input) {
    lock.withLock { waiting = value }
    tell()
  }

  func request(_ more: Subscribers.Demand) {
    lock.withLock { demand += more }
    tell()
  }

  private func tell() {
    while true {
      let next = lock.withLock { () -> (S, S.Input)? in
        guard !isTelling, demand > .none, let subscriber, let value = waiting else { return nil }
        waiting = nil
        demand -= 1
        isTelling = true
        return (subscriber, value)
      }
      guard let (subscriber, value) = next else { return }
      let more = subscriber.receive(value)
      lock.withLock {
        demand += more
        isTelling = false
      }
    }
  }

  func cancel() {
    let ended = lock.withLock { () -> (S?, SharedObservation?) in
      defer { (subscriber, observation, waiting) = (nil, nil, nil) }
      return (subscriber, observation)
    }
    withExtendedLifetime(ended) {}  // without the lock, because releasing may run any code
  }
}
