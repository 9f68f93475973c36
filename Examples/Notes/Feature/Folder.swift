// Folder, Note: what is kept. FolderPage: the screen of a folder.
import Enfold

@ObservableState public struct Folder: Equatable, Identifiable {
  public let id: Int
  public var parent: Int?
  public var name: String
}

@ObservableState public struct Note: Equatable, Identifiable {
  public let id: Int
  public var folder: Folder.ID
  public var title = "Untitled"
  public var text = ""
}

/// The screen of a folder. It shows the folders and notes of its folder, which the root has.
@Reducer public struct FolderPage {
  @ObservableState public struct State: Equatable { public var folder: Folder.ID }
  public enum Action { case openFolder(Folder.ID), openNote(Note.ID) }

  public init() {}
  public var body: some ReducerOf<Self> { EmptyReducer() }
}
