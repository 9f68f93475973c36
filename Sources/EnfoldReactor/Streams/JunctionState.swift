// JunctionState: the streams of an operator, whose turn it is, and when the operator has ended. It calls nothing.

/// One subscription to an operator as its junction sees it. Each method is one step, which the junction takes under its lock.
///
/// `Inlet` listens to a stream and has a name. `Body` is what the operator does when all is over.
enum JunctionState<Name: Hashable, Inlet, Body> {
  case open(Streams)
  /// The operator has ended, or was cancelled.
  case over

  struct Streams {
    /// The streams that have not ended.
    var running: [Name: Inlet] = [:]
    /// Those that may be asked for a value, in their turn. Some may have ended: to ask them does nothing.
    var ready: ArraySlice<Inlet> = []
    /// The number of streams that the operator waits for, plus one while it is being made.
    var awaited = 1
    var whenOver: Body?
  }

  /// What follows when a stream is removed.
  enum Removal {
    /// The stream is none of those that run.
    case unknown
    /// The operator goes on.
    case goesOn(Inlet)
    /// It was the last one that the operator waits for.
    case last(Inlet)
  }

  init() { self = .open(Streams()) }

  private mutating func change<R>(else over: R, _ body: (inout Streams) -> R) -> R {
    guard case .open(var streams) = self else { return over }
    self = .over  // so that what follows changes the lists in place
    let result = body(&streams)
    self = .open(streams)
    return result
  }

  // MARK: Streams

  /// Adds a stream. False if all is over: then nobody is to listen to it.
  mutating func add(_ name: Name, _ inlet: Inlet, isAwaited: Bool) -> Bool {
    change(else: false) {
      $0.running[name] = inlet
      if isAwaited { $0.awaited += 1 }
      return true
    }
  }

  func isRunning(_ name: Name) -> Bool {
    switch self {
    case .over: false
    case .open(let streams): streams.running[name] != nil
    }
  }

  /// A stream may be asked for a value.
  mutating func getReady(_ name: Name, isFirst: Bool) {
    change(else: ()) {
      guard let inlet = $0.running[name] else { return }
      $0.ready.insert(inlet, at: isFirst ? $0.ready.startIndex : $0.ready.endIndex)
    }
  }

  /// The stream whose turn it is.
  mutating func next() -> Inlet? { change(else: nil) { $0.ready.popFirst() } }

  /// A stream has ended, or is to end.
  ///
  /// - Parameter counts: whether the operator has waited for it, and does so no more.
  mutating func remove(_ name: Name, counts: Bool) -> Removal {
    change(else: .unknown) {
      guard let inlet = $0.running.removeValue(forKey: name) else { return .unknown }
      if counts { $0.awaited -= 1 }
      return counts && $0.awaited == 0 ? .last(inlet) : .goesOn(inlet)
    }
  }

  // MARK: The end

  /// The operator has been made. True if it waits for no stream.
  mutating func finishMaking() -> Bool {
    change(else: false) {
      $0.awaited -= 1
      return $0.awaited == 0
    }
  }

  /// Keeps what is to be done when all is over. False if it is to be done now.
  mutating func keep(_ body: Body) -> Bool {
    change(else: false) {
      $0.whenOver = body
      return true
    }
  }

  /// All is over. Returns what there was, the first time.
  mutating func close() -> Streams? {
    switch self {
    case .over: return nil
    case .open(let streams):
      self = .over
      return streams
    }
  }
}
