// Outlet: hands values to one subscriber, one at a time and no more than it has asked for.
import CEnfoldSupport
import Enfold
import OpenCombine

/// Hands values over to one subscriber: in the order in which they were put in, one at a time, and only as many as it has
/// asked for. Any thread may put values in. The thread that finds nobody handing over does so, until nothing is left to do.
final class Outlet<Output, Failure: Error>: OpenCombine.Subscription, @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.

  /// The functions that it calls. Forgotten at the end.
  private struct Port {
    let receive: (Output) -> Subscribers.Demand
    let end: (Subscribers.Completion<Failure>) -> Void
    var pull: (() -> Void)?
    var cancelled: (() -> Void)?
  }

  private struct Item {
    let value: Output
    /// Called when the subscriber has got the value, or never will.
    let taken: (() -> Void)?
  }

  private typealias State = OutletState<Port, Item, Subscribers.Completion<Failure>>

  private let lock = Lock()
  private var state: State

  init<Downstream: Subscriber>(_ subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    state = State(Port(receive: { subscriber.receive($0) }, end: { subscriber.receive(completion: $0) }))
  }

  /// Says where values come from. Called before ``start()``, once.
  ///
  /// - Parameters:
  ///   - pull: called when the subscriber wants a value and none waits, and again whenever something has happened
  ///     meanwhile. By one thread at a time.
  ///   - cancelled: called when the subscriber wants no more. Not called when the stream has ended.
  func connect(pull: (() -> Void)? = nil, cancelled: (() -> Void)? = nil) {
    lock.withLock { state.connect(pull == nil ? .pushes : .quiet) { ($0.pull, $0.cancelled) = (pull, cancelled) } }
  }

  /// The subscriber has been told of its subscription: values may be handed over.
  func start() { handOver { $0.begin(by: $1) } }

  // MARK: Putting in

  /// Puts a value in and hands over the values that the subscriber has asked for. After the end nothing happens.
  ///
  /// - Parameter taken: called when the subscriber has got the value, or never will.
  func give(_ value: Output, taken: (() -> Void)? = nil) {
    guard put(value, taken: taken) else { return taken?() ?? () }
    handOver()
  }

  /// Puts a value in, and leaves it to ``handOver()`` to hand it over. False after the end.
  @discardableResult
  func put(_ value: Output, taken: (() -> Void)? = nil) -> Bool {
    lock.withLock { state.put(Item(value: value, taken: taken)) }
  }

  /// The stream ends when the subscriber has got the values that wait.
  func finish(_ completion: Subscribers.Completion<Failure> = .finished) {
    putEnd(completion)
    handOver()
  }

  /// The same, and leaves it to ``handOver()`` to tell the subscriber.
  func putEnd(_ completion: Subscribers.Completion<Failure> = .finished) {
    lock.withLock { state.end(completion) }
  }

  /// Whether the subscriber wants a value, and none waits.
  var isWanting: Bool { lock.withLock { state.isWanting } }

  /// Whether the stream has ended, or the subscriber has cancelled.
  var isOver: Bool { lock.withLock { state.hasEnded } }

  // MARK: Handing over

  /// Gives the subscriber the values that it has asked for, and asks for more if it wants more. If another thread does
  /// that already, that one goes on.
  func handOver() {
    if HandOver.waits { HandOver.wait { lock.withLock { state.isTaken(elsewhereThan: enfold_thread_id()) } } }
    handOver { $0.enter(by: $1) }
  }

  private func handOver(_ enter: (inout State, UInt) -> State.Step) {
    HandOver.enter()
    defer { HandOver.leave() }
    let thread = enfold_thread_id()
    var step = lock.withLock { enter(&state, thread) }
    while true {
      var more = Subscribers.Demand.none
      switch step {
      case .leave: return
      case .end(let completion, let port): return port.end(completion)
      case .pull(let port): port.pull?()
      case .give(let item, let port):
        more = port.receive(item.value)
        item.taken?()
      }
      step = lock.withLock { state.goOn(by: thread, more) }
    }
  }

  // MARK: For the subscriber

  func request(_ demand: Subscribers.Demand) {
    lock.withLock { state.request(demand) }
    handOver()
  }

  func cancel() {
    lock.acquire()
    let past = state.cancel()
    lock.release()
    switch consume past {
    case .none: return
    case .some(var past):
      while let next = past.waiting.popFirst() { next.taken?() }
      past.port.cancelled?()
    }
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
