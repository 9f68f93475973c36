// Commit: from a commit's changes to the observers that hear of them.
import CEnfold
import CEnfoldSupport

/// The changes of one commit that one interest reported: they lie side by side.
private struct ChangeGroup {
  let interest: HostInterest
  let changes: UnsafeBufferPointer<enfold_change>

  /// The group at the beginning of so many changes: one at least.
  @inline(__always)
  init(at start: UnsafePointer<enfold_change>, of all: Int) {
    let id = start.pointee.interest
    var count = 1
    while count < all, start[count].interest == id { count &+= 1 }
    interest = HostInterest(id: id)
    changes = UnsafeBufferPointer(start: start, count: count)
  }
}

/// A commit that an engine reports, on its way to the subscriptions. It lives as long as the engine's call.
struct Commit {
  private let commit: UnsafePointer<enfold_commit>
  /// What the engine says its store is. Nothing is pinned for it: a subscription that is pinned keeps its store alive,
  /// and whether it is one of this store is asked of the subscription.
  private let context: UInt64

  init(_ commit: UnsafePointer<enfold_commit>, of context: UInt64) {
    self.commit = commit
    self.context = context
  }

  var revision: UInt64 { commit.pointee.revision }

  /// The action, if there is one with a length that can be.
  var action: UnsafeBufferPointer<CChar>? {
    guard let action = commit.pointee.action, commit.pointee.action_length >= 0 else { return nil }
    return UnsafeBufferPointer(start: action, count: commit.pointee.action_length)
  }

  /// Delivers it: each subscription that it reaches is called once, in the order of subscriptions; one that is cancelled
  /// by another's callback is not called any more. Called by the draining thread.
  ///
  /// - Parameter ownInterest: called for each interest of the store's own.
  func deliver(ownInterest: () -> Void) {
    // What an engine reports is used only as far as it says that it is there.
    guard commit.pointee.struct_size >= ENFOLD_SMALLEST_COMMIT else { return }
    let count = commit.pointee.change_count
    guard count > 0, let start = commit.pointee.changes else { return }
    var isFirst = true
    let first = ChangeGroup(at: start, of: count)
    if first.changes.count == count { return deliver(first, &isFirst, ownInterest) }

    // Engines report interests in an order of their own; most often it is ours already.
    if isInOrder(start, count) { return forEachGroup(start, count) { deliver($0, &isFirst, ownInterest) } }
    var groups: [ChangeGroup] = []
    forEachGroup(start, count) { groups.append($0) }
    groups.sort { $0.interest.order < $1.interest.order }
    for group in groups { deliver(group, &isFirst, ownInterest) }
  }

  private func isInOrder(_ start: UnsafePointer<enfold_change>, _ count: Int) -> Bool {
    var (last, isSorted) = (UInt64(0), true)
    forEachGroup(start, count) { group in
      let order = group.interest.order
      isSorted = isSorted && last <= order
      last = order
    }
    return isSorted
  }

  @inline(__always)
  private func forEachGroup(_ start: UnsafePointer<enfold_change>, _ count: Int, _ body: (ChangeGroup) -> Void) {
    var next = 0
    while next < count {
      let group = ChangeGroup(at: start + next, of: count - next)
      next += group.changes.count
      body(group)
    }
  }

  /// - Parameters:
  ///   - isFirst: whether no subscription was reached before.
  ///   - ownInterest: called if the interest is one of the store's own.
  @inline(__always)
  private func deliver(_ group: ChangeGroup, _ isFirst: inout Bool, _ ownInterest: () -> Void) {
    let isKnown = group.interest.forEachObserver { observer in
      observer.pointee.memory._withUnsafeGuaranteedRef { memory in
        // An engine that reports another store's interest gets nowhere.
        guard memory.context == context else { return }
        if isFirst { memory.hashes.forget() }
        isFirst = false
        if group.changes.allSatisfy(\.hasPossibleLengths) { observer.pointee.deliver(group.changes, of: self, memory) }
      }
    }
    if !isKnown, group.interest.isInternal { ownInterest() }
  }
}

extension enfold_change {
  /// What an engine says is not trusted: whether its lengths are sizes of something.
  @inline(__always)
  fileprivate var hasPossibleLengths: Bool {
    (value == nil || value_length >= 0) && (pointer == nil ? pointer_length == 0 : pointer_length >= 0)
  }
}
