// A feature with a stack of folders and notes, for the tests of stacks.
import EnfoldTesting

@testable import Enfold

/// A note in a stack. Its effects tell when they end.
struct Paper: Reducer {
  @ObservableState struct State: Equatable {
    @Bindable var title = ""
    var ticks = 0
    var tags: [String] = []
  }
  @Action enum Action: Equatable {
    case rename(String), tag(String)
    case start(String), tick
    case close, closeTwice
  }

  var clock = TestClock()
  var ended: @Sendable (String) -> Void = { _ in }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rename(let title): state.title = title
      case .tag(let tag): state.tags.append(tag)
      case .tick: state.ticks += 1
      case .start(let name):
        return .run { [clock, ended] send in
          try await withTaskCancellationHandler {
            while true {
              try await clock.sleep(for: .seconds(1))
              await send(.tick)
            }
          } onCancel: {
            ended(name)
          }
        }
      case .close:
        return .run { _ in
          @Dependency(\.dismiss) var dismiss
          await dismiss()
        }
      case .closeTwice:
        return .run { _ in
          @Dependency(\.dismiss) var dismiss
          await dismiss()
          await dismiss()
        }
      }
      return .none
    }
  }
}

/// A folder in a stack.
struct Folder: Reducer {
  @ObservableState struct State: Equatable { var name = "" }
  @Action enum Action: Equatable { case rename(String), openNote, openFolder }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .rename(let name) = action { state.name = name }
      return .none
    }
  }
}

/// What may be in the stack.
struct Path: Reducer {
  @Action enum State: Equatable { case folder(Folder.State), page(Paper.State) }
  @Action enum Action: Equatable { case folder(Folder.Action), page(Paper.Action) }
  var page = Paper()
  var body: some ReducerOf<Self> {
    Scope(case: \.folder, action: \.folder) { Folder() }
    Scope(case: \.page, action: \.page) { page }
  }
}

/// The feature with the stack.
struct Folders: Reducer {
  @ObservableState struct State: Equatable {
    var path = StackState<Path.State>()
    var log: [String] = []
    @Ignored var saved: StackState<Path.State>?
  }
  @Action enum Action {
    case path(StackActionOf<Path>)
    case open(String), save, putBack, popAll, back
  }

  var page = Paper()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let name): state.path.append(.folder(Folder.State(name: name)))
      case .path(.element(let id, .folder(.openNote))): state.path.append(.page(Paper.State(title: "of \(id)")))
      case .path(.element(_, .folder(.openFolder))): state.path.append(.folder(Folder.State()))
      case .path(.push(let id, _)): state.log.append("push \(id) of \(state.path.ids.map(\.rawValue))")
      case .path(.popFrom(let id)): state.log.append("popFrom \(id) of \(state.path.ids.map(\.rawValue))")
      case .path: break
      case .save: state.saved = state.path
      case .putBack: if let saved = state.saved { state.path = saved }
      case .popAll: state.path.removeAll()
      case .back: if !state.path.isEmpty { state.path.removeLast() }
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Path(page: page) }
  }

  static func store(_ state: State = State(), page: Paper = Paper()) -> StoreOf<Folders> {
    Store(initialState: state, reducer: Folders(page: page))
  }
}
