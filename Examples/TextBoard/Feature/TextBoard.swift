// TextBoard: a text field and a screen of settings, two reactors that share a service.
import EnfoldReactor

/// What a window shows: a text in capitals, its length, and a background that another screen changes.
public struct TextBoard: Reducer {
  @ObservableState
  public struct State: Equatable {
    public var field = TextFieldViewReactor.State()
    public var settings = SettingViewReactor.State()

    public init() {}
  }

  @Action
  public enum Action: Equatable {
    case field(TextFieldViewReactor.Action)
    case settings(SettingViewReactor.Action)
  }

  /// The services of this board: its two screens share them.
  let provider = ServiceProvider()

  public init() {}

  public var body: some Reducer<State, Action> {
    Scope(state: \.field, action: \.field) { [provider] in TextFieldViewReactor(service: provider) }
    Scope(state: \.settings, action: \.settings) { [provider] in SettingViewReactor(service: provider) }
  }
}
