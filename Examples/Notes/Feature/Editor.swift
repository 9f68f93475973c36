// Editor: the sheet in which a note is edited. Settings: a sheet with two properties.
import Enfold

@Reducer public struct Editor {
  @ObservableState public struct State: Equatable {
    @Bindable public var title: String
    @Bindable public var text: String
    /// How often a draft was kept.
    public var drafts = 0
  }

  public enum Action: BindableAction {
    case binding(BindingAction<State>)
    case began, draftDue
    case saveTapped, cancelTapped
  }

  @Dependency(\.clock) var clock
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .began:
        return .run { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.draftDue)
          }
        }
      case .draftDue: state.drafts += 1
      case .saveTapped, .cancelTapped: return .run { [dismiss] _ in await dismiss() }
      case .binding: break
      }
      return .none
    }
  }
}

@Reducer public struct Settings {
  @ObservableState public struct State: Equatable {
    @Bindable public var sortsByTitle = false
    @Bindable public var fontSize = 12
  }
  public enum Action: BindableAction { case binding(BindingAction<State>) }

  public init() {}
  public var body: some ReducerOf<Self> { BindingReducer() }
}
