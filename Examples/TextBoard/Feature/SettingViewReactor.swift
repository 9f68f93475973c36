// SettingViewReactor: a button that changes the background everywhere.
import EnfoldReactor

@Reactor public final class SettingViewReactor: Reactor {
  @Action
  public enum Action: Equatable {
    case didTapButton
  }

  @Action
  public enum Mutation: Equatable {
    case setBackgroundColor(BackgroundColor?)
  }

  @ObservableState
  public struct State: Equatable {
    public var backgroundColor: BackgroundColor?

    public init(backgroundColor: BackgroundColor? = nil) { self.backgroundColor = backgroundColor }
  }

  public let initialState: State
  let provider: ServiceProvider
  let random = Dependency(\.random)

  public init(backgroundColor color: BackgroundColor? = nil, service provider: ServiceProvider) {
    initialState = State(backgroundColor: color)
    self.provider = provider
  }

  public func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .didTapButton:
      // Another one than now, so that something is to be seen.
      let colors = BackgroundColor.allCases.filter { $0 != currentState.backgroundColor }
      let color = random.wrappedValue.withGenerator { colors.randomElement(using: &$0) }
      provider.settings.setBackgroundColor(color)
      return .just(.setBackgroundColor(color))
    }
  }

  public func reduce(state: State, mutation: Mutation) -> State {
    var newState = state
    switch mutation {
    case .setBackgroundColor(let color): newState.backgroundColor = color
    }
    return newState
  }
}
