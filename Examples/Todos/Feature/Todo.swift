// Todo: one thing to do.
import Enfold

/// One thing to do.
@ObservableState
public struct Todo: Equatable, Identifiable {
  public let id: Int
  public var title: String
  public var isDone = false

  public init(id: Int, title: String, isDone: Bool = false) {
    self.id = id
    self.title = title
    self.isDone = isDone
  }
}

/// Which todos are shown.
public enum Filter: String, CaseIterable, JSONCodable, Sendable {
  case all, active, completed
}
