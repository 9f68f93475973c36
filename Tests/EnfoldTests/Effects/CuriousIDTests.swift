// Ids whose hash and == are somebody's code: they run without a lock.
import EnfoldTesting
import Testing

@testable import Enfold

/// Does something whenever it is hashed or compared.
private struct CuriousID: Hashable, Sendable {
  let number: Int
  let act: Box<@Sendable () -> Void>

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.act.value()
    return lhs.number == rhs.number
  }

  func hash(into hasher: inout Hasher) {
    act.value()
    hasher.combine(number % 2)  // different ones are compared, too
  }
}

private struct Shelf: Sendable {
  struct Book: Identifiable, Sendable { let id: CuriousID }
  var books: IdentifiedArrayOf<Book>
}

private enum ShelfAction: Sendable {
  case open(CuriousID)
  case remove(CuriousID)

  var open: (id: CuriousID, action: Void)? {
    get { if case .open(let id) = self { (id, ()) } else { nil } }
    set { if let newValue { self = .open(newValue.id) } }
  }
}

@Suite("Ids that do something when they are hashed and compared") struct CuriousIDTests {
  @Test("Ids of effects") func effects() async {
    let act = Box<@Sendable () -> Void>({})
    let ids = (0..<4).map { CuriousID(number: $0, act: act) }
    let store = makeNumberStore()
    // This takes the lock of the store's effects.
    act.value = { [weak store] in _ = store?.hasEmptyRegistry }
    for id in ids { store.start(.forever.cancellable(id: id)) }
    store.start(.forever.cancellable(id: ids[3], cancelInFlight: true))
    #expect(store.runningEffects == 4)
    for id in ids.dropFirst() { store.start(.cancel(id: id)) }
    #expect(store.runningEffects == 1)
    store.start(.cancel(id: ids[0]))
    #expect(store.hasEmptyRegistry)
  }

  @Test("Ids of children", arguments: [4, 40]) func children(count: Int) async {
    let act = Box<@Sendable () -> Void>({})
    let ids = (0..<count).map { CuriousID(number: $0, act: act) }
    let reducer = Reduce<Shelf, ShelfAction>.withoutEffects { state, action in
      if case .remove(let id) = action { state.books.remove(id: id) }
    }
    .forEach(\Shelf.books, action: \ShelfAction.open) { Reduce { _, _ in .run { _ in try await forever() } } }
    let store = Store(initialState: Shelf(books: .init(uniqueElements: ids.map(Shelf.Book.init))), reducer: reducer)
    act.value = { [weak store] in _ = store?.hasEmptyRegistry }
    for id in ids { store.send(.open(id)) }
    #expect(store.runningEffects == count)
    for id in ids.dropFirst() { store.send(.remove(id)) }
    #expect(store.runningEffects == 1)
    store.send(.remove(ids[0]))
    #expect(store.hasEmptyRegistry)
  }
}
