// Panel: a property of every kind that a host can write or observe, and a child that comes and goes. For bindings/python.
import Enfold
import EnfoldPlugin

struct Panel: Reducer {
  @ObservableState struct State: Equatable {
    @Bindable var name = ""
    @Bindable var volume = 5
    @ViewState(ignoreEquality: true) var mark = 0
    @Ignored var cache = 0
    /// Hosts may not write it.
    var title: String?
    @ViewState(ignoreEquality: true) var level = 0
    @Pulse var alert: String?
    var child: Child?
    /// "old > new".
    var renames: [String] = []
  }

  @ObservableState struct Child: Equatable { @Bindable var count = 0 }

  @Action enum Action {
    case setTitle(String?)
    case setLevel(Int)
    case show(String?)
    case renamed(from: String, to: String)
    case addChild, removeChild
    /// Replaces the state, and then shows an alert.
    case startAgain(alert: String)
    case reset, nothing
    case remember(Int)
    case child(ChildAction)
    /// An effect that fails.
    case fail(message: String)
    /// Adds to the level, once now and once later.
    case twice
    case once
  }

  @Action enum ChildAction { case increment, setCount(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .setTitle(let title): state.title = title
    case .setLevel(let level): state.level = level
    case .show(let alert): state.alert = alert
    case .renamed(let from, let to): state.renames.append("\(from) > \(to)")
    case .addChild: state.child = Child()
    case .removeChild: state.child = nil
    case .startAgain(let alert):
      state = State()
      state.alert = alert
    case .reset: state = State()
    case .nothing: break
    case .remember(let value): state.cache = value
    case .child(.increment): state.child?.count += 1
    case .child(.setCount(let count)): state.child?.count = count
    case .fail(let message): return .run { _ in throw ActionError(message) }
    case .twice:
      state.level += 1
      return .run { send in
        await leaveThread()
        await send(.once)
      }
    case .once: state.level += 1
    }
    return .none
  }
}

#enfoldPlugin(id: "org.enfold.tests.panel", version: "1.0.0", features: [Panel.self])
