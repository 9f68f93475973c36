// Names that navigation has, declared by a user: they mean the user's, also in states and actions.
import Enfold
import EnfoldTesting
import Testing

struct StackElementID: Hashable, Sendable { var number: Int }
struct StackElement<State: Sendable & Equatable>: Sendable, Equatable { var state: State }
struct StackState<State: Sendable & Equatable>: Sendable, Equatable { var elements: [StackElement<State>] = [] }
enum StackAction<Action: Sendable & Equatable>: Sendable, Equatable { case top(Action), pop }
typealias StackActionOf<R: Reducer> = StackAction<R.Action> where R.Action: Equatable

struct TextState: Sendable, Equatable { var text: String }
struct ButtonState: Sendable, Equatable { var label: TextState }
struct AlertState: Sendable, Equatable { var title: TextState, buttons: [ButtonState] = [] }
struct ConfirmationDialogState: Sendable, Equatable { var alert: AlertState }
protocol DialogState { var title: TextState { get } }
extension AlertState: DialogState {}

extension Reducer {
  /// An operator of the user's, with the spelling of Enfold's.
  func forEach<Screen: Sendable & Equatable, ScreenAction>(
    _ stack: WritableKeyPath<State, StackState<Screen>> & Sendable,
    action: CaseKeyPath<Action, StackAction<ScreenAction>> & Sendable
  ) -> some Reducer<State, Action> where Action: CasePathable {
    CombineReducers {
      self
      Reduce { state, sent in
        if case .pop? = Action.allCasePaths[keyPath: action].extract(sent) {
          state[keyPath: stack].elements.removeLast()
        }
        return .none
      }
    }
  }
}

struct OwnDesk: Reducer {
  struct State: Sendable, Equatable {
    var path = StackState<Int>()
    var alert: AlertState?
  }
  @CasePathable enum Action: Sendable, Equatable { case push(Int), ask, path(StackAction<Int>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .push(let screen): state.path.elements.append(StackElement(state: screen))
      case .ask: state.alert = AlertState(title: TextState(text: "?"))
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

@Suite("Stacks of one's own") struct OwnStackTests {
  @Test("Types and operators of the user's win") func own() async {
    let store = TestStore(initialState: OwnDesk.State(), reducer: OwnDesk())
    await store.send(.push(7)) { $0.path.elements = [StackElement(state: 7)] }
    await store.send(.path(.pop)) { $0.path.elements = [] }
    await store.send(.ask) { $0.alert = AlertState(title: TextState(text: "?")) }
    let dialog: any DialogState = AlertState(title: TextState(text: "!"))
    #expect(dialog.title.text == "!")
    #expect(StackElementID(number: 1) != StackElementID(number: 2))
  }
}
