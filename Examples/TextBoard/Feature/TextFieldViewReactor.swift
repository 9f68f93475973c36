// TextFieldViewReactor: what is typed, in capitals, and how long it is.
import EnfoldReactor

@Reactor public final class TextFieldViewReactor: Reactor {
  @Action
  public enum Action: Equatable {
    case inputField(String)
    case didTapSettingButton
  }

  @Action
  public enum Mutation: Equatable {
    case setBackgroundColor(BackgroundColor?)
    case setCapitalizedString(String)
    case setLengthOfString(Int)
    case showAlertMessage(String)
    case push(Screen)
  }

  /// Where the window may lead.
  public enum Screen: String, JSONCodable, Sendable { case settings }

  @ObservableState
  public struct State: Equatable {
    public var backgroundColor: BackgroundColor?
    public var lengthOfString: Int?
    public var capitalizedString: String?
    @Pulse public var alertMessage: String?
    @Pulse public var screen: Screen?

    public init(backgroundColor: BackgroundColor? = nil) { self.backgroundColor = backgroundColor }
  }

  public let initialState: State
  let provider: ServiceProvider

  public init(backgroundColor color: BackgroundColor? = nil, service provider: ServiceProvider) {
    initialState = State(backgroundColor: color)
    self.provider = provider
  }

  /// The settings open once, however fast their button is clicked.
  public func transform(action: Observable<Action>) -> Observable<Action> {
    let taps = action.filter { $0 == .didTapSettingButton }
    return .merge(
      action.filter { $0 != .didTapSettingButton },
      taps.throttle(.milliseconds(300), latest: false))
  }

  /// What other screens set arrives as a mutation.
  public func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    let eventMutation = provider.settings.event.flatMap { event in
      switch event {
      case .setBackgroundColor(let color): Observable<Mutation>.just(.setBackgroundColor(color))
      }
    }
    return .merge(mutation, eventMutation)
  }

  public func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .inputField(let input):
      if input.contains(where: \.isNumber) { return .just(.showAlertMessage("Only letters can be typed.")) }
      return .concat(
        .just(.setCapitalizedString(input.uppercased())),
        .just(.setLengthOfString(input.count)))

    case .didTapSettingButton:
      return .just(.push(.settings))
    }
  }

  public func reduce(state: State, mutation: Mutation) -> State {
    var newState = state
    switch mutation {
    case .setBackgroundColor(let color): newState.backgroundColor = color
    case .setCapitalizedString(let string): newState.capitalizedString = string
    case .setLengthOfString(let length): newState.lengthOfString = length
    case .showAlertMessage(let message): newState.alertMessage = message
    case .push(let screen): newState.screen = screen
    }
    return newState
  }
}
