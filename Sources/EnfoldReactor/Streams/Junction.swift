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

  private struct Running {
    /// Its place in the order in which streams were added.
    let place: Int
    let cancel: () -> Void
  }

  private struct Content {
    var state = JunctionState()
    /// Asks one of the streams for a value: those that were not asked yet, in their turn.
    var ready: ArraySlice<() -> Void> = []
    /// The streams that have not ended, by their names.
    var running: [ObjectIdentifier: Running] = [:]
    /// How many streams were added.
    var count = 0
    var whenOver: (() -> Void)?
  }

  let outlet: Outlet<Output, Failure>
  let surroundings = Surroundings()
  private let lock = Lock()
  private var content = Content()

  private init(_ outlet: Outlet<Output, Failure>) { self.outlet = outlet }

  /// A stream of which each subscription is a junction.
  static func stream(_ make: @escaping (Junction) -> Void) -> AnyPublisher<Output, Failure> {
    OutletStream { outlet in
      let junction = Junction(outlet)
      outlet.connect(pull: junction.pull, cancelled: junction.close)
      make(junction)
      junction.leave()
    }
    .eraseToAnyPublisher()
  }

  // MARK: Streams

  /// Listens to a stream.
  ///
  /// - Parameters:
  ///   - isAwaited: whether the operator goes on until this stream has ended.
  ///   - ended: called when the stream has ended; it must end the operator. If nil, the operator fails with the stream,
  ///     or waits for it no more.
  ///   - receive: called with each value, never by two threads at once.
  /// - Returns: the name of the stream for ``drop(_:)``.
  @discardableResult func add<Stream: Publisher>(
    _ stream: Stream, asking: Asking = .inTurn, isAwaited: Bool = true,
    ended: ((Subscribers.Completion<Failure>) -> Void)? = nil, receive: @escaping (Stream.Output) -> Void
  ) -> ObjectIdentifier where Stream.Failure == Failure {
    add(stream, asking, isAwaited, ended) { _, value in receive(value) }
  }

  /// Listens to a stream whose values are the operator's own. Once the stream is dropped, none of its values follows,
  /// even if another thread has one at hand.
  func addOwn<Stream: Publisher>(_ stream: Stream, asking: Asking) -> ObjectIdentifier
  where Stream.Output == Output, Stream.Failure == Failure {
    add(stream, asking, true, nil) { [self] name, value in
      lock.withLock { if content.running[name] != nil { outlet.put(value) } }
    }
  }

  private func add<Stream: Publisher>(
    _ stream: Stream, _ asking: Asking, _ isAwaited: Bool, _ ended: ((Subscribers.Completion<Failure>) -> Void)?,
    _ receive: @escaping (ObjectIdentifier, Stream.Output) -> Void
  ) -> ObjectIdentifier where Stream.Failure == Failure {
    let inlet = Inlet<Stream.Output, Failure> { [self] inlet, value in
      receive(ObjectIdentifier(inlet), value)
      getReady(inlet, asking)
      outlet.handOver()
    } ended: { [self] inlet, completion in
      let wasRunning = lock.withLock { content.running.removeValue(forKey: ObjectIdentifier(inlet)) != nil }
      guard wasRunning else { return }
      if let ended { return ended(completion) }
      if case .failure = completion { finish(completion) } else if isAwaited { leave() }
    }
    let name = ObjectIdentifier(inlet)
    let isWanted = lock.withLock {
      let isWanted = content.state.add(isAwaited: isAwaited)
      if isWanted { content.running[name] = Running(place: content.count, cancel: inlet.cancel) }
      content.count += 1
      return isWanted
    }
    guard isWanted else { return name }
    surroundings.bind { stream.receive(subscriber: inlet) }
    if asking == .forAll { inlet.ask(.unlimited) } else { getReady(inlet, asking) }
    return name
  }

  /// The stream may be asked for a value.
  private func getReady<Input>(_ inlet: Inlet<Input, Failure>, _ asking: Asking) {
    let ask = { inlet.ask(.max(1)) }
    lock.withLock {
      guard content.running[ObjectIdentifier(inlet)] != nil else { return }
      switch asking {
      case .inTurn: content.ready.append(ask)
      case .first: content.ready.insert(ask, at: content.ready.startIndex)
      case .forAll: break
      }
    }
  }

  /// Cancels a stream that is awaited, unless it has ended. The operator goes on.
  func drop(_ name: ObjectIdentifier) {
    guard let stream = lock.withLock({ content.running.removeValue(forKey: name) }) else { return }
    stream.cancel()
    leave()
  }

  /// Asks streams for values until the subscriber has what it wants.
  private func pull() { while outlet.isWanting, let ask = lock.withLock({ content.ready.popFirst() }) { ask() } }

  // MARK: The end

  /// One stream less is waited for.
  private func leave() {
    if lock.withLock({ content.state.leave() }) { finish(.finished) }
  }

  /// Cancels all streams, and ends when the subscriber has got the values that wait.
  func finish(_ completion: Subscribers.Completion<Failure>) {
    outlet.putEnd(completion)
    close()
    outlet.handOver()
  }

  /// Calls a body when all is over, also if it was cancelled. There is one such body.
  func whenOver(_ body: @escaping () -> Void) {
    let isOver = lock.withLock {
      if content.state != .over { content.whenOver = body }
      return content.state == .over
    }
    if isOver { body() }
  }

  private func close() {
    let past = lock.withLock {
      var over = Content()
      over.state = .over
      return exchange(&content, with: over)
    }
    for stream in past.running.values.sorted(by: { $0.place < $1.place }) { stream.cancel() }
    past.whenOver?()
  }
}
