// Delivery: from a commit's changes to the subscriptions that hear of them.
import CEnfold

/// Which subscriptions an interest stands for.
///
/// Today each subscription is an interest of its own, and the interest's id is the subscription's handle: nothing is
/// looked up, and a subscription that was cancelled is simply not found. Subscriptions of equal pointers can share an
/// interest by changing this type alone.
struct Interest {
  let id: UInt64

  /// Calls `body` with the observer of each live subscription, in order. It cannot end meanwhile.
  @inline(__always)
  func forEachObserver(_ body: (UnsafeMutablePointer<Observer>) -> Void) {
    guard let pin = handles.pin(id, Subscription.self) else { return }
    body(pin.entry._withUnsafeGuaranteedRef { $0.observer })
    handles.unpin(pin)
  }

  /// Its place in the order of subscriptions.
  var order: UInt64 { handles.tag(of: id) }
}

/// The changes of one commit that one interest reported: they lie side by side.
private struct ChangeGroup {
  let interest: Interest
  let changes: UnsafeBufferPointer<enfold_change>

  /// The group at the beginning of `changes`, which are not empty.
  @inline(__always)
  init(first changes: UnsafeBufferPointer<enfold_change>) {
    let id = changes[0].interest
    var count = 1
    while count < changes.count, changes[count].interest == id { count += 1 }
    interest = Interest(id: id)
    self.changes = UnsafeBufferPointer(rebasing: changes[..<count])
  }
}

extension Store {
  /// Delivers a commit: each subscription that it reaches is called once, in the order of subscriptions; one that is
  /// cancelled by another's callback is not called any more. Called by the draining thread.
  func deliver(_ commit: UnsafePointer<enfold_commit>) {
    let changes = UnsafeBufferPointer(start: commit.pointee.changes, count: commit.pointee.change_count)
    guard changes.count > 0 else { return }
    let first = ChangeGroup(first: changes)
    if first.changes.count == changes.count { return deliver(first, of: commit) }

    // Engines report interests in an order of their own; most often it is ours already.
    if isInOrder(changes) { return forEachGroup(changes) { deliver($0, of: commit) } }
    var groups: [ChangeGroup] = []
    forEachGroup(changes) { groups.append($0) }
    groups.sort { $0.interest.order < $1.interest.order }
    for group in groups { deliver(group, of: commit) }
  }

  private func isInOrder(_ changes: UnsafeBufferPointer<enfold_change>) -> Bool {
    var (last, isSorted) = (UInt64(0), true)
    forEachGroup(changes) { group in
      let order = group.interest.order
      isSorted = isSorted && last <= order
      last = order
    }
    return isSorted
  }

  @inline(__always)
  private func forEachGroup(_ changes: UnsafeBufferPointer<enfold_change>, _ body: (ChangeGroup) -> Void) {
    var rest = changes
    while rest.count > 0 {
      let group = ChangeGroup(first: rest)
      rest = UnsafeBufferPointer(rebasing: rest[group.changes.count...])
      body(group)
    }
  }

  @inline(__always)
  private func deliver(_ group: ChangeGroup, of commit: UnsafePointer<enfold_commit>) {
    let store = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    group.interest.forEachObserver { observer in
      // An engine that reports another store's interest gets nowhere.
      guard observer.pointee.store == store else { return }
      observer.pointee.deliver(group.changes, of: commit, self)
    }
  }

  /// Made when the first patch is asked for.
  var patchWriter: PatchWriter {
    if let patch { return patch }
    let made = PatchWriter()
    patch = made
    return made
  }
}
