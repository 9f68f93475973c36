// The features of these tests: a wall that presents a note, which has a timer and may present a note itself.
import EnfoldTesting

@testable import Enfold

/// Something that is presented.
struct Note: Reducer {
  @ObservableState struct State: Equatable, Identifiable {
    var id = 0
    var text = ""
    var ticks = 0
    var wasPresented: Bool?
    @Presents var note: Note.State?
  }

  @Action enum Action: Equatable {
    case write(String), start, tick, close, closeTwice, ask
    case note(PresentationAction<Note.Action>)
  }

  let clock: TestClock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .write(let text):
        state.text = text
        return .none
      case .start:
        return .run { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
      case .tick:
        state.ticks += 1
        return .none
      case .close: return .run { _ in await dismiss() }
      case .closeTwice:
        return .run { send in
          await dismiss()
          await dismiss()
          await send(.write("after the end"))
        }
      case .ask:
        state.wasPresented = isPresented
        return .none
      case .note: return .none
      }
    }
    .ifLet(\.$note, action: \.note) { Note(clock: clock) }
  }
}

/// What presents.
struct Wall: Reducer {
  @ObservableState struct State: Equatable {
    @Presents var note: Note.State?
    var log: [String] = []
    /// What the wall presents when its note is dismissed.
    var next: Note.State?
  }

  @Action enum Action: Equatable {
    case open(Int), take, note(PresentationAction<Note.Action>)
  }

  var clock = TestClock()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let id):
        state.note = Note.State(id: id)
        return .none
      case .take:
        state.note = nil
        return .none
      case .note(.dismiss):
        state.log.append("dismiss \(state.note?.text ?? "nothing")")
        if let next = state.next { state.note = next }
        return .none
      case .note(.presented(let action)):
        state.log.append("\(action.caseName) \(state.note?.text ?? "nothing")")
        return .none
      }
    }
    .ifLet(\.$note, action: \.note) { Note(clock: clock) }
  }

  static func store(_ state: State = State(note: Note.State()), _ clock: TestClock = TestClock()) -> StoreOf<Wall> {
    Store(initialState: state, reducer: Wall(clock: clock))
  }
}
