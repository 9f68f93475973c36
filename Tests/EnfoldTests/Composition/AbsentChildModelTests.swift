// What runs for the children of random trees, beside a naive model.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Children that have gone, in random trees") struct AbsentChildModelTests {
  struct Node: Equatable, Identifiable, Sendable {
    var id: Int
    var received = 0
    var rows: IdentifiedArrayOf<Node> = []
    // An optional child needs a box.
    var details: [Node] = []

    var detail: Node? {
      get { details.first }
      set { details = newValue.map { [$0] } ?? [] }
    }
    /// A part that is always there.
    var itself: Node {
      get { self }
      set { self = newValue }
    }
  }

  enum Action: Equatable, Sendable {
    case nothing, run, ask, answer
    indirect case row(id: Int, action: Action)
    indirect case detail(Action)
    indirect case itself(Action)

    var row: (id: Int, action: Action)? {
      get { if case .row(let id, let action) = self { (id, action) } else { nil } }
      set { if let newValue { self = .row(id: newValue.id, action: newValue.action) } }
    }
    var detail: Action? {
      get { if case .detail(let action) = self { action } else { nil } }
      set { if let newValue { self = .detail(newValue) } }
    }
    var itself: Action? {
      get { if case .itself(let action) = self { action } else { nil } }
      set { if let newValue { self = .itself(newValue) } }
    }
  }

  static func leaf(_ state: inout Node, _ action: Action) -> Effect<Action> {
    switch action {
    case .run: return .run { _ in try await forever() }
    case .ask: return .send(.answer)
    case .answer: state.received += 1
    default: break
    }
    return .none
  }

  /// A node with everything below it.
  struct Level: Reducer {
    let below: Reduce<Node, Action>

    var body: some Reducer<Node, Action> {
      CombineReducers {
        Reduce(leaf)
        Scope(state: \.itself, action: \.itself) { below }
      }
      .forEach(\.rows, action: \.row) { below }
      .ifLet(\.detail, action: \.detail) { below }
    }
  }

  /// Two levels, and a reducer beside them that may replace everything.
  static func makeStore(_ state: Node, replacement: Box<Node?>) -> Store<Node, Action> {
    Store(
      initialState: state,
      reducer: CombineReducers {
        Level(below: Level(below: Reduce(leaf)).eraseToReduce())
        Reduce { state, _ in
          if let next = replacement.value {
            state = next
            replacement.value = nil
          }
          return .none
        }
      })
  }

  // MARK: The model

  enum Step: Hashable { case row(Int), detail(Int), itself }

  static func isPresent(_ path: ArraySlice<Step>, in node: Node) -> Bool {
    guard let first = path.first else { return true }
    let rest = path.dropFirst()
    return switch first {
    case .row(let id): node.rows[id: id].map { isPresent(rest, in: $0) } ?? false
    case .detail(let id): node.detail.map { $0.id == id && isPresent(rest, in: $0) } ?? false
    case .itself: isPresent(rest, in: node)
    }
  }

  static func action(_ path: ArraySlice<Step>, _ action: Action) -> Action {
    guard let first = path.first else { return action }
    let inner = Self.action(path.dropFirst(), action)
    return switch first {
    case .row(let id): .row(id: id, action: inner)
    case .detail: .detail(inner)
    case .itself: .itself(inner)
    }
  }

  /// Random trees, changes and paths.
  struct Trees {
    var random: RandomSource
    let size: Int

    mutating func node(id: Int, depth: Int) -> Node {
      var node = Node(id: id)
      if depth == 0 { return node }
      let size = depth == 2 ? size : 4
      let ids = (1...size).shuffled(using: &random).prefix(Int.random(in: 0...size, using: &random))
      node.rows = IdentifiedArray(uniqueElements: ids.map { self.node(id: $0, depth: depth - 1) })
      if Bool.random(using: &random) {
        node.detail = self.node(id: Int.random(in: 1...3, using: &random), depth: depth - 1)
      }
      return node
    }

    mutating func change(_ node: inout Node, depth: Int) {
      if depth == 0 { return }
      switch Int.random(in: 0..<7, using: &random) {
      case 0: node = self.node(id: node.id, depth: depth)
      case 1: node.rows = IdentifiedArray(uniqueElements: node.rows.shuffled(using: &random).dropLast())
      case 2: node.detail = nil
      case 3: node.detail = self.node(id: Int.random(in: 1...3, using: &random), depth: depth - 1)
      case 4:
        let id = Int.random(in: 1...size, using: &random)
        if node.rows[id: id] == nil { node.rows.append(self.node(id: id, depth: depth - 1)) }
      default:
        if let id = node.rows.ids.randomElement(using: &random), var row = node.rows[id: id] {
          change(&row, depth: depth - 1)
          node.rows[id: id] = row
        }
        if var detail = node.detail {
          change(&detail, depth: depth - 1)
          node.detail = detail
        }
      }
    }

    mutating func path(in node: Node, depth: Int) -> [Step] {
      if depth == 0 { return [] }
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        guard let row = node.rows.randomElement(using: &random) else { return [] }
        return [.row(row.id)] + path(in: row, depth: depth - 1)
      case 2:
        guard let detail = node.detail else { return [] }
        return [.detail(detail.id)] + path(in: detail, depth: depth - 1)
      case 3: return [.itself] + path(in: node, depth: depth - 1)
      default: return []
      }
    }
  }

  @Test("Exactly that runs whose whole way has been there since it began", arguments: 0..<20 as Range<UInt64>)
  // 94, 95
  func randomTrees(seed: UInt64) {
    var trees = Trees(random: RandomSource(seed: seed), size: seed.isMultiple(of: 2) ? 4 : 40)
    let replacement = Box<Node?>(nil)
    let store = Self.makeStore(trees.node(id: 0, depth: 2), replacement: replacement)
    var running: [[Step]] = []
    for _ in 0..<300 {
      let before = store.state
      var after = before
      let kind = Int.random(in: 0..<10, using: &trees.random)
      if kind < 3 { trees.change(&after, depth: 2) }
      if kind == 0 {
        store.set(\.self, to: after)
      } else {
        replacement.value = kind < 3 ? after : nil
        let path = trees.path(in: before, depth: 2)
        running.append(path)
        store.send(Self.action(path[...], .run))
      }
      running.removeAll { !Self.isPresent($0[...], in: after) }
      #expect(store.runningEffects == running.count)
    }
    store.set(\.self, to: Node(id: 0))
    #expect(store.runningEffects == running.count { $0.allSatisfy { $0 == .itself } })
    store.send(.nothing)
    #expect(store.engine?.registry.siblingEffects.isEmpty == true)
  }

  @Test("What a child sends at once does not reach another one that has taken its place", arguments: [false, true])
  // 95
  func replacedByTheSameAction(isNested: Bool) {
    let replacement = Box<Node?>(Node(id: 0, details: [Node(id: 2)]))
    let store = Self.makeStore(Node(id: 0, details: [Node(id: 1)]), replacement: replacement)
    store.send(.detail(isNested ? .itself(.ask) : .ask))
    #expect(store.state == Node(id: 0, details: [Node(id: 2)]))
    store.send(.detail(isNested ? .itself(.ask) : .ask))
    #expect(store.state.details[0].received == 1)
  }
}
