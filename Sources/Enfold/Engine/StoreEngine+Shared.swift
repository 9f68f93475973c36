// StoreEngine: commits of stores with shared values in their states.
import Synchronization

extension StoreEngine {
  /// Called when the engine is made.
  @usableFromInline
  func connectShared() {
    shared?.begin(&state.pointee) { [weak self] in self?.bringSharedUpToDate() }
  }

  /// Makes a commit of what was changed, with the gate held. True if somebody is to be told.
  @inlinable
  func commitAll(isAction: Bool) -> Bool {
    if shared != nil { return commitWithShared(isAction: isAction) }
    return commitReduced(isAction: isAction)
  }

  /// The same if the state has shared values: those that are new in the store are bound to it first.
  @usableFromInline
  func commitWithShared(isAction: Bool) -> Bool {
    shared?.settle(&state.pointee)
    let isTold = commitReduced(isAction: isAction)
    if stream?.tree.isEmpty ?? true { shared?.clean(&state.pointee) }
    shared?.note(state.pointee)
    return isTold
  }

  /// A shared value was assigned, on any thread. The store sees it in its turn, with a commit of its own if the value is
  /// another one.
  private func bringSharedUpToDate() {
    guard let shared else { return }
    shared.queue {
      _ = perform(mayDrain: false) { [self] isOpen in
        shared.takeEntry()
        if isOpen { _ = commit(.shared) { shared.refresh(&$0) } }
      }
    }
    if drainsOnCaller { _ = drain(limit: nil) }
  }
}
