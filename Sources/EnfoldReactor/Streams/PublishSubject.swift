// PublishSubject and BehaviorSubject: streams that are fed by hand, as in RxSwift.
import Enfold
import OpenCombine

/// Hands its values on to all subscribers. Any thread may feed it.
///
/// Unlike OpenCombine's `PassthroughSubject` it loses no value: values that a subscriber has not asked for yet wait for
/// it. Subscribers get each value in the order in which they subscribed. One subscriber is never called by two threads
/// at once.
public class PublishSubject<Element>: Publisher, ObserverType, @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.
  public typealias Output = Element
  public typealias Failure = Never

  fileprivate let lock = Lock()
  fileprivate var outlets: [Outlet<Element, Never>] = []
  private var hasEnded = false

  public init() {}

  /// Hands a value on. Does nothing after ``onCompleted()``.
  public func onNext(_ value: Element) {
    let (outlets, past) = lock.withLock { () -> ([Outlet<Element, Never>], Element?) in
      if hasEnded { return ([], nil) }
      let past = willEmit(value)
      for outlet in self.outlets { outlet.put(value) }
      return (self.outlets, past)
    }
    withExtendedLifetime(past) {}
    for outlet in outlets { outlet.handOver() }
  }

  /// Ends the stream of all subscribers, and of those that come later.
  public func onCompleted() {
    let outlets = lock.withLock {
      defer { self.outlets = [] }
      hasEnded = true
      for outlet in self.outlets { outlet.putEnd() }
      return self.outlets
    }
    for outlet in outlets { outlet.handOver() }
  }

  /// How many have subscribed.
  public var observerCount: Int { lock.withLock { outlets.count } }

  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Element, Downstream.Failure == Never {
    let outlet = Outlet<Element, Never>(subscriber)
    outlet.connect(cancelled: { [weak self, weak outlet] in
      guard let self, let outlet else { return }
      lock.withLock { outlets.removeAll { $0 === outlet } }
    })
    lock.withLock {
      if hasEnded { return outlet.putEnd() }
      begin(outlet)
      outlets.append(outlet)
    }
    subscriber.receive(subscription: outlet)
    outlet.start()
  }

  /// Called with the lock held when a value comes, and when somebody subscribes. Returns what is not to be freed with the
  /// lock held.
  fileprivate func willEmit(_ value: Element) -> Element? { nil }
  fileprivate func begin(_ outlet: Outlet<Element, Never>) {}
}

/// A subject that has a value: a new subscriber gets it at once, unless the subject has ended.
public final class BehaviorSubject<Element>: PublishSubject<Element>, @unchecked Sendable {
  // Unchecked: as its superclass.
  private var current: Element

  public init(value: Element) {
    current = value
    super.init()
  }

  /// The last value.
  public var value: Element { lock.withLock { current } }

  override fileprivate func willEmit(_ value: Element) -> Element? {
    defer { current = value }
    return current
  }
  override fileprivate func begin(_ outlet: Outlet<Element, Never>) { outlet.put(current) }
}
