// Card: something to be done, in one of three columns.
import Enfold

/// Something to be done.
@ObservableState
public struct Card: Equatable, Identifiable {
  /// Whoever adds the card has made it: a card that is added twice, because no answer came, is one card.
  public let id: UniqueID
  public var column: Column
  public var text: String

  public init(id: UniqueID, column: Column, text: String) {
    self.id = id
    self.column = column
    self.text = text
  }
}

/// How far a card is.
public enum Column: String, CaseIterable, JSONCodable, Sendable {
  case todo, doing, done
}
