// NotePage: the screen of a note, with an editor and a question before it is deleted.
import Enfold

@Reducer public struct NotePage {
  @ObservableState public struct State: Equatable {
    public let id: Note.ID
    public var title: String
    public var text: String
    /// How long somebody has read it.
    public var seconds = 0
    @Presents public var editor: Editor.State?
    @Presents public var alert: AlertState<Delete>?

    init(note: Note) { (id, title, text) = (note.id, note.title, note.text) }
  }

  public enum Action {
    case readTapped, secondPassed
    case editTapped, deleteTapped
    case editor(PresentationAction<Editor.Action>)
    case alert(PresentationAction<Delete>)
    case delegate(Delegate)
  }

  @Action public enum Delete: Equatable { case confirmed }
  @Action public enum Delegate: Equatable { case saved, deleted }

  @Dependency(\.clock) var clock
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .readTapped:
        struct Reading: Hashable {}
        return .run { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.secondPassed)
          }
        }
        .cancellable(id: Reading(), cancelInFlight: true)
      case .secondPassed: state.seconds += 1
      case .editTapped:
        if state.editor != nil { break }
        state.editor = Editor.State(title: state.title, text: state.text)
        return .send(.editor(.presented(.began)))
      case .editor(.presented(.saveTapped)):
        guard let editor = state.editor else { break }
        (state.title, state.text) = (editor.title, editor.text)
        return .send(.delegate(.saved))
      case .deleteTapped:
        state.alert = AlertState {
          TextState("Delete \"\(state.title)\"?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmed) { TextState("Delete") }
          ButtonState(role: .cancel) { TextState("Keep") }
        }
      case .alert(.presented(.confirmed)):
        return .run { [dismiss] send in
          await send(.delegate(.deleted))
          await dismiss()
        }
      case .editor, .alert, .delegate: break
      }
      return .none
    }
    .ifLet(\.$editor, action: \.editor) { Editor() }
    .ifLet(\.$alert, action: \.alert)
  }
}
