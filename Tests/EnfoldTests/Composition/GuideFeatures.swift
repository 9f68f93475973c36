// The features that docs/composition.md shows. Tests/README/snippets.py compares the page with this file.
import Enfold

enum CompositionGuide {
  struct Note: Reducer {
    @ObservableState struct State: Equatable, Identifiable {
      var id = 0
      var text = ""
    }
    @Action enum Action: Equatable { case write(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .write(let text): state.text = text
      }
      return .none
    }
  }

  struct Page: Reducer {
    @ObservableState struct State: Equatable { var note = Note.State() }
    @Action enum Action: Equatable { case note(Note.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.note, action: \.note) { Note() }
    }
  }

  struct Desk: Reducer {
    @ObservableState struct State: Equatable { var note: Note.State? }
    @Action enum Action: Equatable { case open, close, note(Note.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open: state.note = Note.State()
        case .close: state.note = nil
        case .note: break
        }
        return .none
      }
      .ifLet(\.note, action: \.note) { Note() }
    }
  }

  struct Board: Reducer {
    @ObservableState struct State: Equatable { var notes: IdentifiedArrayOf<Note.State> = [] }
    @Action enum Action: Equatable { case add(id: Int), remove(id: Int), note(id: Int, action: Note.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let id): state.notes.append(Note.State(id: id))
        case .remove(let id): state.notes.remove(id: id)
        case .note: break
        }
        return .none
      }
      .forEach(\.notes, action: \.note) { Note() }
    }
  }

  struct Window: Reducer {
    @Action enum State: Equatable { case note(Note.State), board(Board.State) }
    @Action enum Action: Equatable { case showBoard, note(Note.Action), board(Board.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .showBoard = action { state = .board(Board.State()) }
        return .none
      }
      .ifCaseLet(\.note, action: \.note) { Note() }
      .ifCaseLet(\.board, action: \.board) { Board() }
    }
  }

  struct Trash: Reducer {
    @ObservableState struct Alert: Equatable, EphemeralState { var title = "" }
    @Action enum Answer: Equatable { case empty, keep }
    @ObservableState struct State: Equatable {
      var count = 3
      var alert: Alert?
    }
    @Action enum Action: Equatable { case ask, alert(Answer) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ask: state.alert = Alert(title: "Empty the trash?")
        case .alert(.empty): state.count = 0
        case .alert(.keep): break
        }
        return .none
      }
      .ifLet(\.alert, action: \.alert)
    }
  }

  struct Thermometer: Reducer {
    @ObservableState struct State: Equatable {
      var celsius = 20
      var warnings = 0
    }
    @Action enum Action: Equatable { case measured(Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .measured(let celsius) = action { state.celsius = celsius }
        return .none
      }
      .onChange(of: \.celsius) { old, new in
        Reduce { state, _ in
          if old < 30, new >= 30 { state.warnings += 1 }
          return .none
        }
      }
    }
  }

  struct Outline: Reducer {
    @ObservableState struct State: Equatable, Identifiable {
      var id = 1
      var title = ""
      var rows: IdentifiedArrayOf<State> = []
    }
    @Action enum Action: Equatable {
      case rename(String)
      indirect case row(id: Int, action: Action)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .rename(let title) = action { state.title = title }
        return .none
      }
      .forEach(\.rows, action: \.row) { Outline() }
    }
  }

  struct Counted<Base: Reducer>: Reducer {
    let base: Base
    let count: @Sendable () -> Void

    var body: some Reducer<Base.State, Base.Action> {
      Reduce { _, _ in
        count()
        return .none
      }
      base
    }
  }
}
