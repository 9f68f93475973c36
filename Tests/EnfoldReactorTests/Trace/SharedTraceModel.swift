// SharedTraceModel: which commits follow the shared value of some stores, and who has written it, on one thread.

/// A naive model of the stores. Each has a queue; a store that nothing blocks is drained at once by whoever writes the value.
final class SharedTraceModel {
  /// A commit that follows the shared value.
  struct Followed: Equatable, CustomStringConvertible {
    var revision: UInt64
    var writer: Writer
    var description: String { "\(revision) follows \(writer)" }
  }

  /// The commit that wrote the shared value, or whose effect did.
  enum Writer: Equatable {
    case outside
    case commit(store: Int, revision: UInt64, tag: String?)
  }

  struct Store {
    var revision: UInt64 = 0
    /// The value that it has seen.
    var seen = 0
    /// The actions that wait. Nil: it is to follow the shared value.
    var queue: [TracePlan?] = []
    /// The first write since it has followed the value.
    var waiting: Writer?
    /// Whether it is held, or nobody drains it.
    var isBlocked: Bool
    var isDraining = false
    var followed: [Followed] = []
  }

  private(set) var stores: [Store]
  private var value = 0
  /// What the observer of a store sends when it is told a value.
  private var answers: [Int: (store: Int, plan: TracePlan)] = [:]

  /// The stores that the thread drains when it has left its gates.
  private var later: [Int] = []
  private var isSettling = false

  init(_ count: Int, isBlocked: Bool) { stores = Array(repeating: Store(isBlocked: isBlocked), count: count) }

  func answer(_ value: Int, in store: Int, by plan: TracePlan) { answers[value] = (store, plan) }

  func send(_ plan: TracePlan, to store: Int) {
    stores[store].queue.append(plan)
    drain(store)
  }

  func writeOutside(_ new: Int) {
    value = new
    hearInGate(of: .outside)
    leaveGate()
  }

  func block(_ store: Int, _ isBlocked: Bool) {
    stores[store].isBlocked = isBlocked
    drain(store)
  }

  /// Takes what waits in a store. It is done by whoever drains it, if somebody does.
  private func drain(_ store: Int) {
    if stores[store].isBlocked || stores[store].isDraining { return }
    stores[store].isDraining = true
    while !stores[store].queue.isEmpty {
      if let plan = stores[store].queue.removeFirst() { reduce(plan, in: store) } else { follow(store) }
    }
    stores[store].isDraining = false
  }

  private func hear(_ store: Int, _ writer: Writer) {
    if stores[store].waiting != nil { return }
    stores[store].waiting = writer
    stores[store].queue.append(nil)
  }

  /// All stores hear of a write inside of a gate. They are drained when the thread has left it.
  private func hearInGate(of writer: Writer) {
    for store in stores.indices {
      hear(store, writer)
      later.append(store)
    }
  }

  /// What comes meanwhile waits until what was there before is done.
  private func leaveGate() {
    if isSettling { return }
    isSettling = true
    while !later.isEmpty { drain(later.removeFirst()) }
    isSettling = false
  }

  private func follow(_ store: Int) {
    guard let writer = stores[store].waiting else { return }
    stores[store].waiting = nil
    if stores[store].seen == value { return }
    stores[store].revision += 1
    stores[store].followed.append(Followed(revision: stores[store].revision, writer: writer))
    stores[store].seen = value
    tellObserver(of: store)
  }

  private func tellObserver(of store: Int) {
    guard let answer = answers[stores[store].seen], answer.store == store else { return }
    stores[store].queue.append(answer.plan)
  }

  private func reduce(_ plan: TracePlan, in store: Int) {
    stores[store].revision += 1
    guard let write = plan.write else { return }
    let tag = TraceProgram.tag(ofRoot: plan.id)
    let writer = Writer.commit(store: store, revision: stores[store].revision, tag: tag)
    value = plan.id
    switch write {
    case .assign, .aside:
      if write == .assign { stores[store].seen = value }
      // A store whose dependencies are bound hears of what its own reducer assigns, too, and finds that it has seen it.
      hearInGate(of: writer)
      leaveGate()
      // The observer is told what this commit has seen, also if the value is another one by now.
      if write == .assign { tellObserver(of: store) }
    case .effect, .lateEffect:
      hearInGate(of: writer)
      leaveGate()
    case .effectAssigns:
      for each in stores.indices {
        hear(each, writer)
        drain(each)
      }
    }
  }
}
