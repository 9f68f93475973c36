// The rules of a store, in their simplest form: one thread, one queue, no locks, no performance.

/// What a store should do, step by step. Written from the rules, not from the engine.
final class ReferenceModel {
  final class Node {
    var pending = 1
    var isCancelled = false
    var result: String?

    func leave() {
      pending -= 1
      if pending == 0, result == nil { result = isCancelled ? "cancelled" : "finished" }
    }
  }

  final class Observer {
    let number: Int
    let isRaw: Bool
    let isInitial: Bool
    var isActive = true
    /// Whether whoever observes has got the subscription yet.
    var isKnown = false
    var isFirst = true
    var last: Int?
    var count = 0

    init(number: Int, isRaw: Bool, isInitial: Bool) {
      self.number = number
      self.isRaw = isRaw
      self.isInitial = isInitial
    }
  }

  enum Entry {
    case action(RandomAction, Node)
    case begin(Observer)
  }

  let script: RandomScript
  var events: [Event] = []
  var value = 0
  var revision = 0
  var queue: [Entry] = []
  var observers: [Observer] = []
  var allObservers: [Observer] = []
  /// The tasks that whoever sent has got.
  var tasks: [Node] = []
  var isDraining = false
  var isClosed = false

  init(_ script: RandomScript) { self.script = script }

  func run() {
    for step in script.beginning { perform(step) }
  }

  func perform(_ step: Step) {
    switch step {
    case .send(let action):
      let node = Node()
      if isClosed {
        node.isCancelled = true
        node.leave()
      } else {
        queue.append(.action(action, node))
        drain()
      }
      tasks.append(node)
    case .observe(let isRaw, let isInitial):
      let observer = Observer(number: allObservers.count, isRaw: isRaw, isInitial: isInitial)
      allObservers.append(observer)
      if isClosed {
        observer.isActive = false
      } else {
        queue.append(.begin(observer))
        drain()
      }
      observer.isKnown = true
    case .cancelObserver(let number):
      guard !allObservers.isEmpty else { return }
      let observer = allObservers[number % allObservers.count]
      if observer.isKnown { observer.isActive = false }
    case .cancelTask(let number):
      guard !tasks.isEmpty else { return }
      let task = tasks[number % tasks.count]
      if task.result == nil { task.isCancelled = true }
    case .close:
      isClosed = true
      drain()
    }
  }

  func drain() {
    if isDraining { return }
    isDraining = true
    while !isClosed, !queue.isEmpty {
      switch queue.removeFirst() {
      case .begin(let observer):
        if observer.isActive {
          observers.append(observer)
          tell(observer)
        }
      case .action(let action, let node):
        if !node.isCancelled { reduce(action, node) }
        node.leave()
      }
    }
    if isClosed {
      for case .action(_, let node) in queue {
        node.isCancelled = true
        node.leave()
      }
      queue = []
      for observer in allObservers { observer.isActive = false }
    }
    isDraining = false
  }

  func reduce(_ action: RandomAction, _ node: Node) {
    revision += 1
    for step in script.insideReduce(action, revision: revision) { perform(step) }
    value = nextValue(value, action)
    events.append(.reduced(action.value, revision: revision))
    start(script.effect(action, revision: revision), node)
    for observer in observers where !isClosed { tell(observer) }
  }

  func start(_ effect: EffectTree, _ node: Node) {
    switch effect {
    case .none: break
    case .send(let action):
      if isClosed { node.isCancelled = true }
      if node.isCancelled { return }
      node.pending += 1
      queue.append(.action(action, node))
    case .merge(let parts), .concatenate(let parts):
      for part in parts { start(part, node) }
    }
  }

  func tell(_ observer: Observer) {
    guard observer.isActive else { return }
    let wasFirst = observer.isFirst
    observer.isFirst = false
    let isNew = observer.last != value
    observer.last = value
    if wasFirst ? !observer.isInitial : !observer.isRaw && !isNew { return }
    observer.count += 1
    events.append(.told(observer: observer.number, value: value))
    for step in script.insideObserver(observer.number, observer.count, value) { perform(step) }
  }
}
