// A module that has names of its own for what is presented: they go on to work, because its own names come first.
import Enfold
import EnfoldTesting
import Testing

fileprivate enum PresentationAction<Action: Sendable>: Sendable {
  case show
  case dismiss
  case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}

extension PresentationAction: CasePathable {
  struct AllCasePaths: Sendable {
    var presented: CasePath<PresentationAction, Action> {
      CasePath("presented") {
        .presented($0)
      } extract: {
        if case .presented(let action) = $0 { action } else { nil }
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
  static var caseNames: [String] { ["show", "dismiss", "presented"] }
  var caseName: String {
    switch self {
    case .show: "show"
    case .dismiss: "dismiss"
    case .presented: "presented"
    }
  }
}

@propertyWrapper fileprivate struct PresentationState<State: Sendable>: Sendable {
  var wrappedValue: State?
  var projectedValue: PresentationState { self }
}

extension PresentationState: Equatable where State: Equatable {}

extension Reducer {
  /// A shim as people have written it.
  fileprivate func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ property: WritableKeyPath<State, ChildState?> & Sendable,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping () -> Child
  ) -> some Reducer<State, Action> where Action: CasePathable {
    let path = Action.allCasePaths[keyPath: action]
    let own = child()
    return Reduce { state, action in
      guard let action = path.extract(action) else { return .none }
      switch action {
      case .show: return .none
      case .dismiss:
        state[keyPath: property] = nil
        return .none
      case .presented(let action):
        guard var child = state[keyPath: property] else { return .none }
        let effect = own.reduce(into: &child, action: action)
        state[keyPath: property] = child
        return effect.map { path.embed(.presented($0)) }
      }
    }
  }
}

fileprivate struct DismissEffect: Sendable {
  var name = "own"
}

private enum DismissKey: DependencyInjectable {
  static var live: DismissEffect { DismissEffect() }
  static var test: DismissEffect { live }
}

extension DependencyValues {
  fileprivate var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }
  fileprivate var isPresented: String { "own" }
}

@Suite("A module with names of its own") struct OwnNamesTests {
  fileprivate struct Child: Reducer {
    struct State: Equatable { var text = "" }
    enum Action: Equatable, Sendable { case read }
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.text = dismiss.name + isPresented
      return .none
    }
  }

  fileprivate struct Parent: Reducer {
    struct State: Equatable { var child: Child.State? }
    @CasePathable enum Action: Sendable { case child(PresentationAction<Child.Action>) }
    var body: some Reducer<State, Action> {
      EmptyReducer().ifLet(\.child, action: \.child) { Child() }
    }
  }

  @Test("Its own PresentationAction, ifLet and dependencies work as before") func works() {
    var state = Parent.State(child: Child.State())
    let reducer = Parent().body
    withDependencies {
      $0.dismiss = DismissEffect(name: "mine ")
    } operation: {
      _ = reducer.reduce(into: &state, action: .child(.presented(.read)))
    }
    #expect(state.child?.text == "mine own")
    _ = reducer.reduce(into: &state, action: .child(.show))
    _ = reducer.reduce(into: &state, action: .child(.dismiss))
    #expect(state.child == nil)
    #expect(PresentationState(wrappedValue: 1).projectedValue == PresentationState(wrappedValue: 1))
  }
}
