// What cannot be a case of an @Reducer enum, and logic that nobody would call, are reported where they are written.
import Enfold

struct Child: Reducer {
  let limit: Int
  @ObservableState struct State: Equatable { var count = 0 }
  @Action enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@Reducer enum Values {
  case child(Child = Child(limit: 1))
  case number(Int)  // error: 'number' has a value of the type Int, which is no feature: write one feature, as in
  case pair(Child, Child)  // error: 'pair' has several values, which is no feature
  case labelled(child: Child)  // error: 'labelled' has a value with a label, which is no feature
  @ReducerCaseEphemeral case nothing  // error: 'nothing' goes after an action of its value
  // error: 'both' is ignored, so it has no actions after which it could go
  @ReducerCaseIgnored @ReducerCaseEphemeral case both(Int)
}

@Reducer enum Logic {
  case child(Child = Child(limit: 1))
  // error: an @Reducer enum has no instances that reduce: write 'static var body: some Reducer<State, Action>'
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

// error: @Reducer takes no conformances at a struct
@Reducer(state: .equatable) struct Feature {
  @ObservableState struct State { var count = 0 }
  @Action enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

// error: the State of 'ByHand' is written by hand: add the conformances there, and remove 'state:'
@Reducer(state: .equatable) enum ByHand {
  @Action enum State { case idle }
  @Action enum Action { case tapped }
  static var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer final class Object {}  // error: @Reducer can only be applied to a struct or an enum; for a class use @Reactor

enum Plain {
  // error: @ReducerCaseIgnored has a meaning only at a case of an @Reducer enum; mark 'Plain' with @Reducer
  @ReducerCaseIgnored case number(Int)
}
