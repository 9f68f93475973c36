// The records of lists that nobody keeps. A list reads its record without retaining it, so in an optimised program the list
// must not end before that.
import Enfold

extension Everything.State {
  /// A list that nobody else has, and so is its record.
  @inline(never) fileprivate func moreItems() -> IdentifiedArrayOf<Item> {
    var copy = items
    copy[0].title += "!"
    copy.append(Item(id: 1_000))
    return copy
  }
}

/// Reads the records of lists that end directly after that. `make observation-test` lets the C library overwrite freed memory. So a
/// record that is read too late says something else.
func checkTemporaryLists() throws(Failure) {
  let store = EverythingStore(initialState: Everything.State(), reducer: Everything())
  let subscription = store.observe(\.items) { _ in }
  defer { subscription.cancel() }
  store.set(\.items, to: [Item(id: 1), Item(id: 2)])
  store.set(\.count, to: 1)
  let state = store.state
  guard state.moreItems()._$stamp == state.items._$stamp, state.moreItems()._$hasEdits,
    state.moreItems()._$isRestructured
  else { throw Failure(message: "the record of a list was read when the list had ended") }
}
