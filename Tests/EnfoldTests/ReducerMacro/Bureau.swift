// The features of these tests: a bureau with an @Reducer enum of destinations, one of which is the bureau again.
import EnfoldTesting

@testable import Enfold

@Reducer struct Draft {
  @ObservableState struct State: Equatable {
    var text = ""
    var wasPresented: Bool?
  }
  enum Action: Equatable { case setText(String), wait, close, ask }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .setText(let text): state.text = text
    case .wait: return .run { _ in try await Task.never() }
    case .close: return .run { _ in await dismiss() }
    case .ask: state.wasPresented = isPresented
    }
    return .none
  }
}

/// A feature that is made with a value.
@Reducer struct Gauge {
  let limit: Int
  @ObservableState struct State: Equatable { var level = 0 }
  enum Action: Equatable { case rise }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.level = min(state.level + 2, limit)
      return .none
    }
  }
}

@ObservableState struct Menu: Equatable {
  var entries: [String] = []
  @Action enum Action: Equatable { case chosen(String), more }
}

@Reducer struct Bureau {
  @Reducer(state: .equatable, action: .equatable) enum Destination {
    case draft(Draft)
    case gauge(Gauge = Gauge(limit: 3)), low(Gauge = .init(limit: 1))
    case again(Bureau)
    case alert(AlertState<Answer>)
    @ReducerCaseEphemeral case menu(Menu)
    @ReducerCaseIgnored case page(title: String, Int)
    case settings

    @Action enum Answer: Equatable { case sure, again }
  }

  @ObservableState struct State: Equatable {
    @Presents var destination: Destination.State?
    var log: [String] = []
  }
  enum Action: Equatable { case show(Destination.State?), destination(PresentationAction<Destination.Action>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .show(let destination): state.destination = destination
      case .destination(.presented(.alert(.again))):
        state.destination = .alert(Self.question)
        state.log.append("again")
      case .destination(.presented(.menu(.more))): state.destination = .draft(Draft.State(text: "more"))
      case .destination(.presented(let action)): state.log.append(action.caseName)
      case .destination(.dismiss): state.log.append("dismiss")
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }

  static var question: AlertState<Destination.Answer> {
    AlertState {
      TextState("Sure?")
    } actions: {
      ButtonState(action: .sure) { TextState("Sure") }
    }
  }

  static func store(_ destination: Destination.State? = nil) -> StoreOf<Bureau> {
    Store(initialState: State(destination: destination), reducer: Bureau())
  }
}
