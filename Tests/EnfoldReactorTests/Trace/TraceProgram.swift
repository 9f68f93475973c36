// TraceProgram: a random program for traced stores and 8 threads, and what a naive model knows of each of its actions.

struct TraceProgram {
  /// What must be told of an action, wherever its threads and effects run.
  struct Fact {
    let plan: TracePlan
    let store: Int
    /// The action whose effect sends it, and whose effect that is; nil if it comes from outside.
    let cause: (id: Int, role: TracePlan.Role)?
    /// The action with which everything began.
    let root: Int

    var tag: String? { TraceProgram.tag(ofRoot: root) }
  }

  typealias Step = (store: Int, plan: TracePlan)

  static let threadCount = 8
  /// Rows that stay; rows that some thread removes while others use them; rows whose thread removes them while an effect hangs.
  static let rows = 0..<3
  static let fragileRows = 100..<102
  static let doomedRows = 200..<200 + threadCount
  static let panes = 300..<302

  let storeCount: Int
  private(set) var threads: [[Step]] = []
  private(set) var facts: [Int: Fact] = [:]
  /// The actions that remove the fragile rows, by store and row.
  private(set) var removals: [[Int: Int]]
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    storeCount = Int.random(in: 1...3, using: &random)
    removals = Array(repeating: [:], count: storeCount)
    threads = (0..<Self.threadCount).map { thread in
      var steps: [Step] = []
      for _ in 0..<2 {
        let store = Int.random(in: 0..<storeCount, using: &random)
        steps.append((store, plan(target(), 3, in: store)))
      }
      if Int.random(in: 0..<4, using: &random) == 0 { endRow(thread, &steps) }
      return steps
    }
    for store in 0..<storeCount {
      for row in Self.fragileRows where Bool.random(using: &random) {
        let thread = Int.random(in: 0..<Self.threadCount, using: &random)
        let place = Int.random(in: 0...threads[thread].count, using: &random)
        threads[thread].insert((store, removal(of: row, in: store)), at: place)
      }
    }
  }

  static func tag(ofRoot root: Int) -> String? { root.isMultiple(of: 2) ? "user \(root)" : nil }

  /// An action that removes a row at once, or has an effect that does it later.
  private mutating func removal(of row: Int, in store: Int) -> TracePlan {
    let id = facts.count + 1
    removals[store][row] = id
    let removal = TracePlan(id, removing: row)
    let ways: [TracePlan.Way?] = [nil, .yielding, .timer, .asking, .debounced]
    guard let way = ways.randomElement(using: &random) ?? nil else { return note(removal, in: store) }
    let cause = note(TracePlan(id + 1, rootWay: way, reactions: [removal]), in: store)
    _ = note(removal, in: store, (cause.id, .root), root: cause.id)
    return cause
  }

  /// The thread begins an effect in its own row, and removes the row later.
  private mutating func endRow(_ thread: Int, _ steps: inout [Step]) {
    let (store, row) = (Int.random(in: 0..<storeCount, using: &random), Self.doomedRows.lowerBound + thread)
    let begins = note(TracePlan(facts.count + 1, to: .row(row), .hanging), in: store)
    let ends = note(TracePlan(facts.count + 1, removing: row), in: store)
    steps.insert((store, begins), at: 0)
    steps.insert((store, ends), at: Int.random(in: 1...steps.count, using: &random))
  }

  private mutating func note(
    _ plan: TracePlan, in store: Int, _ cause: (id: Int, role: TracePlan.Role)? = nil, root: Int? = nil
  ) -> TracePlan {
    facts[plan.id] = Fact(plan: plan, store: store, cause: cause, root: root ?? plan.id)
    return plan
  }

  private mutating func target() -> TraceTarget {
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: .root
    case 2: .scope
    case 3: .row(Self.rows.randomElement(using: &random) ?? 0)
    case 4, 5: .row(Self.fragileRows.randomElement(using: &random) ?? 0)
    case 6: .reactor
    default: .pane(Self.panes.randomElement(using: &random) ?? 0)
    }
  }

  /// A random tree of actions.
  private mutating func plan(
    _ target: TraceTarget, _ depth: Int, in store: Int, _ cause: (id: Int, role: TracePlan.Role)? = nil,
    root: Int? = nil
  ) -> TracePlan {
    let id = facts.count + 1
    _ = note(TracePlan(id), in: store)  // takes the number
    var (own, reactions): ([TracePlan], [TracePlan]) = ([], [])
    for _ in 0..<(depth == 0 ? 0 : Int.random(in: 0...3, using: &random)) {
      if target != .root, !target.isReactor, Bool.random(using: &random) {
        own.append(plan(target, depth - 1, in: store, (id, .own), root: root ?? id))
      } else {
        reactions.append(plan(self.target(), depth - 1, in: store, (id, .root), root: root ?? id))
      }
    }
    let mutations = (Int.random(in: 0...2, using: &random), Int.random(in: 0...2, using: &random))
    let writes = Int.random(in: 0..<4, using: &random) == 0
    let plan = TracePlan(
      id, to: target, way(), own: own, rootWay: way(), reactions: reactions,
      mutations: target.isReactor ? mutations : (0, 0),
      write: writes ? TracePlan.Write.allCases.randomElement(using: &random) : nil)
    return note(plan, in: store, cause, root: root)
  }

  private mutating func way() -> TracePlan.Way { TracePlan.Way.random.randomElement(using: &random) ?? .send }

  // MARK: What the model knows

  /// Whether an action is certainly reduced if its cause is: nobody removes the row whose effect sends it.
  func isCertain(_ fact: Fact) -> Bool {
    guard let cause = fact.cause, let plan = facts[cause.id]?.plan else { return true }
    return cause.role != .own || removal(of: plan, in: fact.store) == nil
  }

  /// The action that removes the row of a plan; nil if the row stays.
  func removal(of plan: TracePlan, in store: Int) -> Int? {
    if case .row(let id) = plan.target { removals[store][id] } else { nil }
  }
}
