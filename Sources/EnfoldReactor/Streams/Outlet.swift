// Outlet: hands values to one subscriber, one at a time and no more than it has asked for.
import CEnfoldSupport
import Enfold
import OpenCombine

/// Hands values over to one subscriber: in the order in which they were put in, one at a time, and only as many as it has
/// asked for. Any thread may put values in. The thread that finds nobody handing over does so, until nothing is left to do.
final class Outlet<Output, Failure: Error>: OpenCombine.Subscription, @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.

  /// The functions that it calls. Forgotten at the end.
  private struct Connection {
    let receive: (Output) -> Subscribers.Demand
    let end: (Subscribers.Completion<Failure>) -> Void
    var pull: (() -> Void)?
    var cancelled: (() -> Void)?
  }

  private struct Waiting {
    let value: Output
    /// Called when the subscriber has got the value, or never will.
    let taken: (() -> Void)?
  }

  private struct Content: ~Copyable {
    var state = OutletState()
    var connection: Connection?
    /// Those that wait, by `state`.
    var waiting = BlockQueue<Waiting>()
    /// How the stream has ended.
    var completion: Subscribers.Completion<Failure>?
  }

  private enum Step {
    case give(Waiting, Connection)
    case pull(() -> Void)
    case end(Subscribers.Completion<Failure>, Connection)
    case nothing
  }

  private let lock = Lock()
  private var content = Content()

  init<Downstream: Subscriber>(_ subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    content.connection = Connection(
      receive: { subscriber.receive($0) }, end: { subscriber.receive(completion: $0) })
  }

  /// Says where values come from. Called before ``start()``, once.
  ///
  /// - Parameters:
  ///   - pull: called when the subscriber wants a value and none waits, and again whenever something has happened
  ///     meanwhile. By one thread at a time.
  ///   - cancelled: called when the subscriber wants no more. Not called when the stream has ended.
  func connect(pull: (() -> Void)? = nil, cancelled: (() -> Void)? = nil) {
    lock.withLock {
      content.connection?.pull = pull
      content.connection?.cancelled = cancelled
    }
  }

  /// The subscriber has been told of its subscription: values may be handed over.
  func start() { handOver(isMine: true) }

  // MARK: Putting in

  /// Puts a value in and hands over the values that the subscriber has asked for. After the end nothing happens.
  ///
  /// - Parameter taken: called when the subscriber has got the value, or never will.
  func give(_ value: Output, taken: (() -> Void)? = nil) {
    guard put(value, taken: taken) else { return taken?() ?? () }
    handOver()
  }

  /// Puts a value in, and leaves it to ``handOver()`` to hand it over. False after the end.
  @discardableResult func put(_ value: Output, taken: (() -> Void)? = nil) -> Bool {
    lock.withLock {
      guard content.state.put() else { return false }
      content.waiting.append(Waiting(value: value, taken: taken))
      return true
    }
  }

  /// The stream ends when the subscriber has got the values that wait.
  func finish(_ completion: Subscribers.Completion<Failure> = .finished) {
    putEnd(completion)
    handOver()
  }

  /// As `finish`, but leaves it to ``handOver()`` to tell the subscriber.
  func putEnd(_ completion: Subscribers.Completion<Failure> = .finished) {
    lock.withLock { if content.state.end() { content.completion = completion } }
  }

  /// Whether the subscriber wants a value, and no value waits.
  var isWanting: Bool { lock.withLock { content.state.isWanting } }

  /// Whether the stream has ended, or the subscriber has cancelled.
  var hasEnded: Bool { lock.withLock { content.state.hasEnded } }

  // MARK: Handing over

  /// Gives the subscriber the values that it has asked for, and asks for more if it wants more. If another thread does
  /// that already, that one goes on.
  func handOver() { handOver(isMine: false) }

  private func handOver(isMine: Bool) {
    if !isMine, HandOver.waits { HandOver.wait { isTakenElsewhere } }
    HandOver.enter()
    defer { HandOver.leave() }
    var isMine = isMine
    while true {
      let step = lock.withLock { nextStep(isMine) }
      switch step {
      case .nothing: return
      case .end(let completion, let connection): return connection.end(completion)
      case .pull(let pull): pull()
      case .give(let waiting, let connection):
        let more = connection.receive(waiting.value)
        if more > .none { lock.withLock { content.state.want(more) } }
        waiting.taken?()
      }
      isMine = true
    }
  }

  /// Whether another thread hands over.
  private var isTakenElsewhere: Bool { lock.withLock { content.state.isTaken(notBy: enfold_thread_id()) } }

  /// The next step. Called with the lock held.
  private func nextStep(_ isMine: Bool) -> Step {
    let thread = enfold_thread_id()
    let step = isMine ? content.state.advance(thread) : content.state.enter(thread)
    guard step != .nothing, let connection = content.connection else { return .nothing }
    switch step {
    case .give:
      if let waiting = content.waiting.popFirst() { return .give(waiting, connection) }
    case .pull: return .pull(connection.pull ?? {})
    case .end:
      content.connection = nil
      if let completion = content.completion { return .end(completion, connection) }
    case .nothing: break
    }
    return .nothing
  }

  // MARK: For the subscriber

  func request(_ demand: Subscribers.Demand) {
    lock.withLock { content.state.want(demand) }
    handOver()
  }

  func cancel() {
    var waiting = BlockQueue<Waiting>()
    let connection = lock.withLock {
      content.state = .over
      waiting = content.waiting.takeAll()
      return exchange(&content.connection, with: nil)
    }
    while let next = waiting.popFirst() { next.taken?() }
    connection?.cancelled?()
  }
}

/// A stream that is made anew for each subscriber, by a closure that fills an outlet.
struct OutletStream<Output, Failure: Error>: Publisher {
  /// Called before the subscriber is told of its subscription.
  private let begin: (Outlet<Output, Failure>) -> Void

  init(_ begin: @escaping (Outlet<Output, Failure>) -> Void) { self.begin = begin }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    let outlet = Outlet<Output, Failure>(subscriber)
    begin(outlet)
    subscriber.receive(subscription: outlet)
    outlet.start()
  }
}
