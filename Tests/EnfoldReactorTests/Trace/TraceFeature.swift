// TraceFeature: does what the plans of a random program say, in children, rows, reactors and a shared value.
import EnfoldReactor

struct TraceFeature: Reducer {
  @ObservableState struct Child: Identifiable {
    let id: Int
    var count = 0
  }

  @ObservableState struct State {
    @Shared(.memory, key: "value") var value = 0
    var count = 0
    var scope = Child(id: 0)
    var rows: IdentifiedArrayOf<Child> = []
    var reactor = Child(id: 0)
    var panes: IdentifiedArrayOf<Child> = []

    init(rows: [Int] = [], panes: [Int] = []) {
      self.rows = IdentifiedArray(uniqueElements: rows.map { Child(id: $0) })
      self.panes = IdentifiedArray(uniqueElements: panes.map { Child(id: $0) })
    }
  }

  @CasePathable enum Action: Sendable {
    case root(TracePlan)
    case scope(TracePlan)
    case reactor(TracePlan)
    case row(id: Int, action: TracePlan)
    case pane(id: Int, action: TracePlan)

    init(_ plan: TracePlan) {
      switch plan.target {
      case .root: self = .root(plan)
      case .scope: self = .scope(plan)
      case .reactor: self = .reactor(plan)
      case .row(let id): self = .row(id: id, action: plan)
      case .pane(let id): self = .pane(id: id, action: plan)
      }
    }

    var plan: TracePlan {
      switch self {
      case .root(let plan), .scope(let plan), .reactor(let plan): plan
      case .row(_, let plan), .pane(_, let plan): plan
      }
    }
  }

  let world: TraceWorld

  var body: some Reducer<State, Action> {
    CombineReducers {
      Scope(state: \.scope, action: \.scope) { Leaf(world: world) }
      Scope(state: \.reactor, action: \.reactor) { Pane(world) }
      Reduce(root)
    }
    .forEach(\.rows, action: \.row) { Leaf(world: world) }
    .forEach(\.panes, action: \.pane) { Pane(world) }
  }

  private func root(_ state: inout State, _ action: Action) -> Effect<Action> {
    let plan = action.plan
    state.count += 1
    if let row = plan.removed { state.rows.remove(id: row) }
    return world.effect(.root, of: plan, plan.rootWay, plan.reactions.map { Action($0) })
      .merge(with: write(plan, &state))
  }

  private func write(_ plan: TracePlan, _ state: inout State) -> Effect<Action> {
    let (value, id) = (state.$value, plan.id)
    switch plan.write {
    case nil: return .none
    case .assign: state.value = id
    case .aside: value.withLock { $0 = id }
    case .effect: return .run(name: TraceWorld.name(.write, plan)) { _ in value.withLock { $0 = id } }
    case .effectAssigns:
      return .run(name: TraceWorld.name(.write, plan)) { _ in
        var value = value
        value.wrappedValue = id
      }
    case .lateEffect:
      return .run(name: TraceWorld.name(.write, plan)) { _ in
        await Task.yield()
        value.withLock { $0 = id }
      }
    }
    return .none
  }

  struct Leaf: Reducer {
    let world: TraceWorld

    func reduce(into state: inout Child, action: TracePlan) -> Effect<TracePlan> {
      state.count += 1
      return world.effect(.own, of: action, action.way, action.own)
    }
  }

  final class Pane: Reactor {
    typealias State = Child
    typealias Action = TracePlan
    typealias Mutation = Int

    let initialState = Child(id: 0)
    private let world: TraceWorld

    init(_ world: TraceWorld) { self.world = world }

    func mutate(action plan: TracePlan) -> Effect<Int> {
      let atHand = (0..<plan.mutations.atHand).map { _ in Effect.send(1) }
      guard plan.mutations.late > 0 else { return .concatenate(atHand) }
      let late = Effect<Int>.run(name: TraceWorld.name(.late, plan)) { [world] send in
        try await world.pause(plan.way, plan.id)
        for _ in 0..<plan.mutations.late { await send(1) }
      }
      return .concatenate(atHand + [late])
    }

    func reduce(state: inout Child, mutation: Int) { state.count += mutation }
  }
}
