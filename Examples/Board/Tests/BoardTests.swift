// Tests of a board: each action by its reducer, saving in a store.
import EnfoldTesting
import Testing

@testable import BoardFeature

@Suite("Board's reducer") struct BoardReducerTests {
  private let milk = UniqueID(1)
  private let bread = UniqueID(2)
  private let eggs = UniqueID(3)

  /// What actions make of a board with two cards.
  private func reduce(_ actions: Board.Action...) -> Board.State {
    var state = Board.State(cards: [
      Card(id: milk, column: .todo, text: "milk"), Card(id: bread, column: .doing, text: "bread"),
    ])
    for action in actions { _ = Board().reduce(into: &state, action: action) }
    return state
  }

  private func texts(_ state: Board.State) -> [String] { state.cards.map(\.text) }

  @Test("A card is added at the end, once") func add() {
    let add = Board.Action.add(id: eggs, column: .todo, text: "eggs")
    #expect(texts(reduce(add)) == ["milk", "bread", "eggs"])
    #expect(reduce(add, add) == reduce(add))
  }

  @Test("A full board takes no card") func capacity() {
    var state = Board.State()
    for number in 0...Board.capacity {
      _ = Board().reduce(into: &state, action: .add(id: UniqueID(UInt64(number)), column: .todo, text: ""))
    }
    #expect(state.cards.count == Board.capacity)
  }

  @Test("Editing changes one text") func edit() {
    #expect(texts(reduce(.edit(id: bread, text: "rolls"))) == ["milk", "rolls"])
  }

  @Test("A card is moved to the end of another column, or in front of a card") func move() {
    let state = reduce(.move(id: milk, to: .done))
    #expect(texts(state) == ["bread", "milk"])
    #expect(state.cards[id: milk]?.column == .done)
    #expect(texts(reduce(.move(id: bread, to: .todo, before: milk))) == ["bread", "milk"])
    #expect(texts(reduce(.move(id: milk, to: .todo, before: eggs))) == ["bread", "milk"])
    #expect(reduce(.move(id: milk, to: .done, before: milk)) == reduce())
  }

  @Test("Deleting removes one") func delete() {
    #expect(texts(reduce(.delete(id: milk))) == ["bread"])
  }

  @Test("Actions for cards that are not there change nothing, and save nothing") func absent() {
    for action: Board.Action in [.edit(id: eggs, text: "?"), .move(id: eggs, to: .done), .delete(id: eggs)] {
      var state = reduce()
      #expect(Board().reduce(into: &state, action: action) == .none)
      #expect(state == reduce())
    }
  }
}

@Suite("Board in a store") struct BoardStoreTests {
  @Test("The host is asked to save half a second after the last change") func save() async {
    let store = TestStore(initialState: Board.State()) { Board() }
    let card = Card(id: UniqueID(1), column: .todo, text: "milk")
    await store.send(.add(id: card.id, column: .todo, text: "milk")) { $0.cards = [card] }
    await store.advance(by: .milliseconds(499))
    await store.send(.edit(id: card.id, text: "oats")) { $0.cards[id: card.id]?.text = "oats" }
    await store.advance(by: .milliseconds(500))
    await store.request(Board.save).resolve()
    await store.finish()
  }
}
