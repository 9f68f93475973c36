// Junction: one subscription to an operator. It asks the operator's streams for values and ends with them.
import Enfold
import OpenCombine

/// One subscription to an operator. The operator adds streams to it and handles their values.
///
/// A stream is asked for one value at a time, when the subscriber wants one that is not there. If several streams are
/// asked, each gets its turn. So of each stream at most one value waits. When the streams have ended, so has the operator;
/// when one fails, the operator fails and the others are cancelled.
final class Junction<Output, Failure: Error>: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.

  /// When a stream is asked for values.
  enum Asking {
    /// In its turn, when the subscriber wants a value.
    case inTurn
    /// When the subscriber wants a value, before the streams whose turn it is.
    case first
    /// At once, for all values.
    case forAll
  }

  let outlet: Outlet<Output, Failure>
  let surroundings = Surroundings()
  private let lock = Lock()
  private var state = JunctionState<ObjectIdentifier, any Asked, () -> Void>()

  private init(_ outlet: Outlet<Output, Failure>) { self.outlet = outlet }

  /// A stream of which each subscription is a junction.
  static func stream(_ make: @escaping (Junction) -> Void) -> AnyPublisher<Output, Failure> {
    OutletStream { outlet in
      let junction = Junction(outlet)
      outlet.connect(pull: junction.pull, cancelled: junction.close)
      make(junction)
      if junction.lock.withLock({ junction.state.finishMaking() }) { junction.finish(.finished) }
    }
    .eraseToAnyPublisher()
  }

  // MARK: Streams

  /// Listens to a stream.
  ///
  /// - Parameters:
  ///   - isAwaited: whether the operator goes on until this stream has ended.
  ///   - ended: called when the stream has ended, and has to end the operator. If nil, the operator fails with the stream, or
  ///     waits for it no more.
  ///   - receive: called with each value, never by two threads at once.
  /// - Returns: the name of the stream for ``drop(_:)``.
  @discardableResult
  func add<Stream: Publisher>(
    _ stream: Stream, asking: Asking = .inTurn, isAwaited: Bool = true,
    ended: ((Subscribers.Completion<Failure>) -> Void)? = nil, receive: @escaping (Stream.Output) -> Void
  ) -> ObjectIdentifier where Stream.Failure == Failure {
    add(stream, asking, isAwaited, ended) { _, value in receive(value) }
  }

  /// Listens to a stream whose values are the operator's own. Once it is dropped, no value of it follows, whichever thread has
  /// one.
  func addOwn<Stream: Publisher>(_ stream: Stream, asking: Asking) -> ObjectIdentifier
  where Stream.Output == Output, Stream.Failure == Failure {
    add(stream, asking, true, nil) { [self] name, value in
      lock.withLock { if state.isRunning(name) { outlet.put(value) } }
    }
  }

  private func add<Stream: Publisher>(
    _ stream: Stream, _ asking: Asking, _ isAwaited: Bool, _ ended: ((Subscribers.Completion<Failure>) -> Void)?,
    _ receive: @escaping (ObjectIdentifier, Stream.Output) -> Void
  ) -> ObjectIdentifier where Stream.Failure == Failure {
    let inlet = Inlet<Stream.Output, Failure> { [self] inlet, value in
      receive(ObjectIdentifier(inlet), value)
      getReady(ObjectIdentifier(inlet), asking)
      outlet.handOver()
    } ended: { [self] inlet, completion in
      var counts = isAwaited && ended == nil
      if case .failure = completion { counts = false }
      switch lock.withLock({ state.remove(ObjectIdentifier(inlet), counts: counts) }) {
      case .unknown: return
      case .last: finish(.finished)
      case .goesOn:
        if let ended { ended(completion) } else if case .failure = completion { finish(completion) }
      }
    }
    let name = ObjectIdentifier(inlet)
    guard lock.withLock({ state.add(name, inlet, isAwaited: isAwaited) }) else { return name }
    surroundings.bind { stream.receive(subscriber: inlet) }
    if asking == .forAll { inlet.ask(.unlimited) } else { getReady(name, asking) }
    return name
  }

  /// The stream may be asked for a value, unless it was asked for all of them.
  private func getReady(_ name: ObjectIdentifier, _ asking: Asking) {
    if asking != .forAll { lock.withLock { state.getReady(name, isFirst: asking == .first) } }
  }

  /// Cancels a stream that is awaited, unless it has ended. The operator goes on with the others.
  func drop(_ name: ObjectIdentifier) {
    switch lock.withLock({ state.remove(name, counts: true) }) {
    case .unknown: break
    case .goesOn(let inlet): inlet.cancel()
    case .last(let inlet):
      inlet.cancel()
      finish(.finished)
    }
  }

  /// Asks streams for values until the subscriber has what it wants.
  private func pull() {
    while outlet.isWanting, let inlet = lock.withLock({ state.next() }) { inlet.ask(.max(1)) }
  }

  // MARK: The end

  /// Cancels all streams, and ends when the subscriber has got the values that wait.
  func finish(_ completion: Subscribers.Completion<Failure>) {
    outlet.putEnd(completion)
    close()
    outlet.handOver()
  }

  /// Calls a body when all is over, also if it was cancelled. There is one such body.
  func whenOver(_ body: @escaping () -> Void) { if !lock.withLock({ state.keep(body) }) { body() } }

  private func close() {
    guard let past = lock.withLock({ state.close() }) else { return }
    for inlet in past.running.values { inlet.cancel() }
    past.whenOver?()
  }
}
