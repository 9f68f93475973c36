// Notes: notes in folders. What is open is a stack of folders and notes, with sheets and alerts on them.
import Enfold

@Reducer public struct Notes {
  @ObservableState public struct State: Equatable {
    public var folders: IdentifiedArrayOf<Folder> = [Folder(id: 0, parent: nil, name: "Notes")]
    public var notes: IdentifiedArrayOf<Note> = []
    public var nextID = 1
    /// What is open, one above the other. An empty stack is the folder 0.
    public var path = StackState<Path.State>()
    @Presents public var destination: Destination.State?
    public var settings = Settings.State()

    public init() {}
  }

  public enum Action {
    case addFolder(in: Folder.ID, name: String)
    case addNote(in: Folder.ID)
    case openFolder(Folder.ID)
    case openNote(Note.ID)
    case settingsTapped, clearTapped
    case path(StackActionOf<Path>)
    case destination(PresentationAction<Destination.Action>)
  }

  /// A screen.
  @Reducer(state: .equatable) public enum Path {
    case folder(FolderPage)
    case note(NotePage)
  }

  /// What is in front of all screens.
  @Reducer(state: .equatable) public enum Destination {
    case settings(Settings)
    case alert(AlertState<Clear>)

    @Action public enum Clear: Equatable { case confirmed }
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addFolder(let parent, let name):
        guard state.folders[id: parent] != nil else { break }
        state.folders.append(Folder(id: state.nextID, parent: parent, name: name))
        state.nextID += 1
      case .addNote(let folder):
        guard state.folders[id: folder] != nil else { break }
        let note = Note(id: state.nextID, folder: folder)
        state.notes.append(note)
        state.nextID += 1
        state.path.append(.note(NotePage.State(note: note)))
      case .openFolder(let id), .path(.element(_, .folder(.openFolder(let id)))):
        if state.folders[id: id] != nil { state.path.append(.folder(FolderPage.State(folder: id))) }
      case .openNote(let id), .path(.element(_, .folder(.openNote(let id)))):
        if let note = state.notes[id: id] { state.path.append(.note(NotePage.State(note: note))) }
      case .settingsTapped: state.destination = .settings(state.settings)
      case .clearTapped: state.destination = .alert(.clear)
      case .destination(.presented(.settings(.binding))):
        if case .settings(let settings) = state.destination { state.settings = settings }
      case .destination(.presented(.alert(.confirmed))):
        state.notes = []
        state.path.removeAll { if case .note = $0 { true } else { false } }
      case .path(.element(let id, .note(.delegate(let delegate)))):
        guard let page = state.path[id: id, case: \.note] else { break }
        switch delegate {
        case .saved:
          state.notes[id: page.id]?.title = page.title
          state.notes[id: page.id]?.text = page.text
        case .deleted: state.notes.remove(id: page.id)
        }
      case .path, .destination: break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
    .ifLet(\.$destination, action: \.destination)
  }
}

extension AlertState<Notes.Destination.Clear> {
  static let clear = AlertState {
    TextState("Delete all notes?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmed) { TextState("Delete") }
    ButtonState(role: .cancel) { TextState("Keep") }
  } message: {
    TextState("It cannot be undone.")
  }
}
