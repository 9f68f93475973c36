// A stack of pages of two kinds, whose effects wait as long as their page says.
import Enfold
import EnfoldTesting

@Reducer struct Page {
  @ObservableState struct State: Equatable {
    var seconds = 1
    var answers = 0
  }
  enum Action: Equatable { case ask, stop, answer, work, close, closeLater }

  @Dependency(\.clock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { [clock] state, action in
      let time = Duration.seconds(state.seconds)
      switch action {
      case .ask:
        return .run { send in
          try await clock.sleep(for: time)
          await send(.answer)
        }
        .cancellable(id: "question")
      case .stop: return .cancel(id: "question")
      case .answer: state.answers += 1
      case .work: return .run { _ in try await Task.never() }
      case .close: return .run { _ in await dismiss() }
      case .closeLater:
        return .run { _ in
          try await clock.sleep(for: time)
          await dismiss()
        }
      }
      return .none
    }
  }
}

@Reducer struct Pages {
  @Reducer(state: .equatable, action: .equatable) enum Path {
    case left(Page)
    case right(Page)
  }
  @ObservableState struct State: Equatable { var path = StackState<Path.State>() }
  enum Action: Equatable {
    case open, openTwo, back, popAll, takeFirst
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.path.append(.left(Page.State()))
      case .openTwo:
        state.path.append(.left(Page.State()))
        return .send(.open)
      case .back: state.path.removeLast()
      case .popAll: state.path.removeAll()
      case .takeFirst: state.path[id: state.path.ids[0]] = nil
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }

  static func store(_ path: [Path.State]) -> TestStoreOf<Pages> {
    TestStore(initialState: State(path: StackState(path))) { Pages() }
  }
}
