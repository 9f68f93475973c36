// Board: cards in columns, which several people edit and the host saves.
import Enfold

/// The cards of a group. What cannot be done changes nothing: others may have deleted the card in the meantime.
public struct Board: Reducer {
  @ObservableState
  public struct State: Equatable {
    /// Those of all columns. Within a column this is the order from above.
    public var cards: IdentifiedArrayOf<Card> = []

    public init(cards: IdentifiedArrayOf<Card> = []) { self.cards = cards }
  }

  @Action
  public enum Action: Equatable {
    case add(id: Card.ID, column: Column, text: String)
    case edit(id: Card.ID, text: String)
    /// In front of another card; without one to the end.
    case move(id: Card.ID, to: Column, before: Card.ID? = nil)
    case delete(id: Card.ID)
  }

  /// How many cards a board holds.
  public static let capacity = 1_000

  /// Asks the host to save the state of the store that asks.
  public static let save = HostFunction<NoValue, NoValue>("save")
  public static let requests: [any HostRequest] = [save]

  @Dependency(\.host) var host

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let isChanged = change(&state.cards, action)
    guard isChanged else { return .none }
    struct Saving: Hashable {}
    return .run { [host] _ in _ = try await host.call(Self.save) }
      .debounce(id: Saving(), for: .milliseconds(500))
  }

  /// Whether something was changed.
  private func change(_ cards: inout IdentifiedArrayOf<Card>, _ action: Action) -> Bool {
    switch action {
    case .add(let id, let column, let text):
      guard cards.count < Self.capacity else { return false }
      return cards.append(Card(id: id, column: column, text: text)).inserted

    case .edit(let id, let text):
      guard let card = cards[id: id], card.text != text else { return false }
      cards[id: id]?.text = text
      return true

    case .move(let id, let column, let next):
      guard id != next, var card = cards.remove(id: id) else { return false }
      card.column = column
      cards.insert(card, at: next.flatMap { cards.index(id: $0) } ?? cards.count)
      return true

    case .delete(let id):
      return cards.remove(id: id) != nil
    }
  }
}
