// A feature with every attribute of properties, for the tests of observation.
import Enfold

struct Panel: Reducer {
  @ObservableState struct State: Equatable {
    var count = 0
    var text = ""
    @Pulse var alert: String?
    @Emit var notice = 0
    @ViewState(ignoreEquality: true) var level = 0
    @ViewState var title = ""
    @Ignored var cache = 0
    var child = Child()
    var maybe: Child?
  }

  @ObservableState struct Child: Equatable {
    var value = 0
    @Pulse var ping = 0
  }

  @Action enum ChildAction: Equatable { case increment, ping(Int) }

  @Action enum Action: Equatable {
    case increment
    case write(String)
    case alert(String?)
    case notice(Int)
    case level(Int)
    case title(String)
    case cache(Int)
    case changed(old: Int, new: Int)
    case reset
    case startAgain(alert: String)
    case nothing
    case twice(String)
    case child(ChildAction)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .write(let text): state.text = text
    case .alert(let text): state.alert = text
    case .notice(let number): state.notice = number
    case .level(let level): state.level = level
    case .title(let title): state.title = title
    case .cache(let value): state.cache = value
    case .changed(let old, let new): state.text = "\(old) -> \(new)"
    case .reset: state = State()
    case .startAgain(let alert):
      state = State()
      state.alert = alert
    case .nothing: break
    case .twice(let text):
      state.alert = "first"
      state.alert = text
    case .child(.increment): state.child.value += 1
    case .child(.ping(let number)): state.child.ping = number
    }
    return .none
  }
}

typealias PanelStore = Store<Panel.State, Panel.Action>

extension Store where State == Panel.State, Action == Panel.Action {
  static func panel() -> PanelStore { PanelStore(initialState: Panel.State(), reducer: Panel()) }
}
