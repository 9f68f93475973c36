// OutletState: what an outlet knows, and what a thread that hands over does next. It calls nothing.
import Enfold
import OpenCombine

/// One subscription as its outlet sees it. Each method is one step, which the outlet takes under its lock. What the step says,
/// the outlet does without the lock.
///
/// `Port` is the way to the subscriber and the source, `Item` a value, `End` how the stream ends.
enum OutletState<Port, Item, End>: ~Copyable {
  /// The subscriber may get something.
  case open(Flow)
  /// The subscriber knows of the end, or has cancelled.
  case over

  struct Flow: ~Copyable {
    var port: Port
    var waiting = BlockQueue<Item>()
    /// How many values the subscriber wants that it has not got.
    var demand = Subscribers.Demand.none
    var source = Source.pushes
    var turn = Turn.early

    /// The next step of a thread that has the turn or finds it free.
    fileprivate mutating func step(by thread: UInt) -> Step {
      turn = .taken(by: thread)
      if demand > .none, let item = waiting.popFirst() {
        demand -= 1
        if case .quiet = source { source = .news }
        return .give(item, port)
      }
      if case .news = source, demand > .none {
        source = .quiet
        return .pull(port)
      }
      if case .ended(let end) = source, waiting.isEmpty { return .end(end, port) }
      turn = .free
      return .leave
    }
  }

  /// Where the values come from.
  enum Source {
    /// Nobody asks for values: they come by themselves.
    case pushes
    /// The source can be asked. Nothing has happened since it was asked last.
    case quiet
    /// The source can be asked. Something has happened since it was asked last.
    case news
    /// Nothing follows the values that wait.
    case ended(End)
  }

  /// Which thread hands over.
  enum Turn: Equatable {
    /// Nobody may, because the subscriber does not know of its subscription.
    case early
    case free
    case taken(by: UInt)
  }

  /// What a thread does next.
  enum Step {
    /// Nothing, or another thread does it.
    case leave
    case give(Item, Port)
    case pull(Port)
    case end(End, Port)
  }

  init(_ port: Port) { self = .open(Flow(port: port)) }

  /// Whether the subscriber wants a value, and none waits.
  var isWanting: Bool {
    switch self {
    case .over: false
    case .open(let flow): if case .ended = flow.source { false } else { flow.demand > .none && flow.waiting.isEmpty }
    }
  }

  /// Whether no more values come.
  var hasEnded: Bool {
    switch self {
    case .over: true
    case .open(let flow): if case .ended = flow.source { true } else { false }
    }
  }

  private mutating func change<R>(else over: R, _ body: (inout Flow) -> R) -> R {
    switch consume self {
    case .over:
      self = .over
      return over
    case .open(var flow):
      let result = body(&flow)
      self = .open(flow)
      return result
    }
  }

  private mutating func next(_ body: (inout Flow) -> Step) -> Step {
    let step = change(else: .leave, body)
    if case .end = step { self = .over }
    return step
  }

  /// Whether another thread hands over.
  func isTaken(elsewhereThan thread: UInt) -> Bool {
    switch self {
    case .over: false
    case .open(let flow): if case .taken(let owner) = flow.turn { owner != thread } else { false }
    }
  }

  // MARK: The source

  /// Says where values come from.
  mutating func connect(_ source: Source, _ body: (inout Port) -> Void) {
    change(else: ()) {
      $0.source = source
      body(&$0.port)
    }
  }

  /// A value comes. False after the end.
  mutating func put(_ item: Item) -> Bool {
    change(else: false) {
      if case .ended = $0.source { return false }
      $0.waiting.append(item)
      return true
    }
  }

  /// No more values come. Only the first end counts.
  mutating func end(_ end: End) {
    change(else: ()) { if case .ended = $0.source {} else { $0.source = .ended(end) } }
  }

  // MARK: The subscriber

  mutating func request(_ demand: Subscribers.Demand) { change(else: ()) { $0.demand += demand } }

  /// The subscriber wants no more. Returns what there was, unless it is over.
  mutating func cancel() -> Flow? {
    switch consume self {
    case .over:
      self = .over
      return nil
    case .open(let flow):
      self = .over
      return flow
    }
  }

  // MARK: Handing over

  /// The subscriber knows of its subscription now.
  mutating func begin(by thread: UInt) -> Step { next { $0.step(by: thread) } }

  /// A thread comes because something has happened.
  mutating func enter(by thread: UInt) -> Step {
    next {
      if case .quiet = $0.source { $0.source = .news }
      switch $0.turn {
      case .early, .taken: return .leave
      case .free: return $0.step(by: thread)
      }
    }
  }

  /// The thread that has the turn has carried out its step.
  ///
  /// - Parameter demand: how many values more the subscriber wants.
  mutating func goOn(by thread: UInt, _ demand: Subscribers.Demand = .none) -> Step {
    next {
      $0.demand += demand
      return $0.step(by: thread)
    }
  }
}
