// Commit: from a commit's changes to the observers that hear of them, in the order of subscriptions.
import CEnfold
import CEnfoldSupport

/// The changes of a commit that belong to one interest. They lie side by side.
private struct ChangeGroup {
  let interest: HostInterest
  let changes: UnsafeBufferPointer<enfold_change>

  /// The group that begins at `start`, where `all` changes are left. At least one must be left.
  @inline(__always) init(at start: UnsafePointer<enfold_change>, of all: Int) {
    let id = start.pointee.interest
    var count = 1
    while count < all, start[count].interest == id { count &+= 1 }
    interest = HostInterest(id: id)
    changes = UnsafeBufferPointer(start: start, count: count)
  }
}

/// A commit that an engine reports. It is valid only during the engine's call.
struct Commit {
  private let commit: UnsafePointer<enfold_commit>
  /// The context of the store, as the engine gave it. Nobody pins it: `deliver` pins each subscription while it calls it, and a
  /// subscription keeps its store alive. `deliver` also checks that each subscription belongs to this store.
  private let context: UInt64

  init(_ commit: UnsafePointer<enfold_commit>, of context: UInt64) {
    self.commit = commit
    self.context = context
  }

  var revision: UInt64 { commit.pointee.revision }

  /// The action; nil if there is none or its length cannot be right.
  var action: UnsafeBufferPointer<CChar>? {
    guard let action = commit.pointee.action, commit.pointee.action_length >= 0 else { return nil }
    return UnsafeBufferPointer(start: action, count: commit.pointee.action_length)
  }

  /// The tag of the action; nil if there is none or its length cannot be right. A commit of an older engine has none.
  @inline(__always) var tag: UnsafeBufferPointer<CChar>? {
    guard commit.pointee.struct_size >= ENFOLD_COMMIT_WITH_TAG, let tag = commit.pointee.tag,
      (1...256).contains(commit.pointee.tag_length)
    else { return nil }
    return UnsafeBufferPointer(start: tag, count: commit.pointee.tag_length)
  }

  /// Delivers the commit: calls each subscription that has changes in it, in the order of subscriptions. If a callback
  /// cancels another subscription, that one is not called any more. Called by the draining thread.
  ///
  /// - Parameter ownInterest: called for each interest that the store itself has begun.
  func deliver(ownInterest: () -> Void) {
    // A smaller commit lacks members that are read here. It is ignored.
    guard commit.pointee.struct_size >= ENFOLD_SMALLEST_COMMIT else { return }
    let count = commit.pointee.change_count
    guard count > 0, let start = commit.pointee.changes else { return }
    let first = ChangeGroup(at: start, of: count)
    guard first.changes.count == count else { return deliverGroups(start, count, ownInterest) }
    var isFirst = true
    deliver(first, &isFirst, ownInterest)
  }

  /// Delivers several groups. A function of its own, so that a commit of one group, which is what most are, does not pay for
  /// its variables.
  @inline(never)
  private func deliverGroups(_ start: UnsafePointer<enfold_change>, _ count: Int, _ ownInterest: () -> Void) {
    var isFirst = true
    // An engine may report interests in any order. Most often it is the order of subscriptions.
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
  ///   - isFirst: true until a subscription of this commit was reached.
  ///   - ownInterest: called if the store itself has begun the interest.
  @inline(__always) private func deliver(_ group: ChangeGroup, _ isFirst: inout Bool, _ ownInterest: () -> Void) {
    let isKnown = group.interest.forEachObserver { observer in
      observer.pointee.memory._withUnsafeGuaranteedRef { memory in
        // If an engine reports an interest of another store, it is ignored.
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
  /// Whether the lengths can be right. Engines are not trusted.
  @inline(__always) fileprivate var hasPossibleLengths: Bool {
    (value_length >= 0 || value == nil) && (pointer_length == 0 || pointer_length > 0 && pointer != nil)
  }
}
