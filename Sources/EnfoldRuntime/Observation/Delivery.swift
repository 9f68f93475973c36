// Delivery: from a commit's changes to the subscriptions that hear of them.
import CEnfold

/// Which subscriptions an interest stands for.
///
/// Today each subscription is an interest of its own, and the interest's id is the subscription's handle: nothing is
/// looked up, and a subscription that was cancelled is simply not found. Subscriptions of equal pointers can share an
/// interest by changing this type alone.
struct Interest {
  let id: UInt64

  /// Calls `body` with the observer of each live subscription, in order. It cannot end meanwhile. False if there is none.
  @inline(__always)
  func forEachObserver(_ body: (UnsafeMutablePointer<Observer>) -> Void) -> Bool {
    guard let pin = handles.pin(id, Subscription.self) else { return false }
    body(pin.entry._withUnsafeGuaranteedRef { $0.observer })
    handles.unpin(pin)
    return true
  }

  /// Whether it is one of a store's own, and its id a number that the store took: no handle is that small.
  var isInternal: Bool { HandleBits.kind(id) == 0 }

  /// Its place in the order of subscriptions.
  var order: UInt64 { handles.tag(of: id) }
}

/// The changes of one commit that one interest reported: they lie side by side.
private struct ChangeGroup {
  let interest: Interest
  let changes: UnsafeBufferPointer<enfold_change>

  /// The group at the beginning of so many changes: one at least.
  @inline(__always)
  init(at start: UnsafePointer<enfold_change>, of all: Int) {
    let id = start.pointee.interest
    var count = 1
    while count < all, start[count].interest == id { count &+= 1 }
    interest = Interest(id: id)
    changes = UnsafeBufferPointer(start: start, count: count)
  }
}

extension Store {
  /// Delivers a commit: each subscription that it reaches is called once, in the order of subscriptions; one that is
  /// cancelled by another's callback is not called any more. Called by the draining thread.
  func deliver(_ commit: UnsafePointer<enfold_commit>) {
    let count = commit.pointee.change_count
    guard count > 0, let start = commit.pointee.changes else { return }
    hashes.forget()
    let first = ChangeGroup(at: start, of: count)
    if first.changes.count == count { return deliver(first, of: commit) }

    // Engines report interests in an order of their own; most often it is ours already.
    if isInOrder(start, count) { return forEachGroup(start, count) { deliver($0, of: commit) } }
    var groups: [ChangeGroup] = []
    forEachGroup(start, count) { groups.append($0) }
    groups.sort { $0.interest.order < $1.interest.order }
    for group in groups { deliver(group, of: commit) }
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

  @inline(__always)
  private func deliver(_ group: ChangeGroup, of commit: UnsafePointer<enfold_commit>) {
    let store = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    let isKnown = group.interest.forEachObserver { observer in
      // An engine that reports another store's interest gets nowhere.
      guard observer.pointee.store == store else { return }
      observer.pointee.deliver(group.changes, of: commit, self)
    }
    if !isKnown, group.interest.isInternal { bidFarewell(group.interest.id) }
  }

  /// Made when the first patch is asked for.
  var patchWriter: PatchWriter {
    if let patch { return patch }
    let made = PatchWriter()
    patch = made
    return made
  }
}
