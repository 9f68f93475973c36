// What is mistyped in a body is reported where it is.
import Enfold

struct Child: Reducer {
  @ObservableState struct State { var count = 0 }
  @Action enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct MistypedProperty: Reducer {
  @ObservableState struct State { var count = 0 }
  @Action enum Action { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.cuont += 1  // error: value of type 'MistypedProperty.State' has no member 'cuont'
        return .none
      }
    }
  }
}

struct MistypedAction: Reducer {
  @ObservableState struct State { var count = 0 }
  @Action enum Action { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      return .send(.incremnet)  // error: type 'MistypedAction.Action' has no member 'incremnet'
    }
  }
}

struct MistypedChild: Reducer {
  @ObservableState struct State { var child = Child.State() }
  @Action enum Action { case child(Child.Action) }

  var body: some ReducerOf<Self> {
    // error: value of type 'MistypedChild.State' has no member 'chld'
    // error: cannot convert value of type 'KeyPath<MistypedChild.State, Value>' to expected argument type
    Scope(state: \.chld, action: \.child) { Child() }
  }
}
