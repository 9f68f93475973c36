// HostInterest: from an interest of an engine to who observes it.

/// Which subscriptions an interest stands for.
///
/// Today each subscription is an interest of its own, and the interest's id is the subscription's handle: nothing is
/// looked up, and a subscription that was cancelled is simply not found. Subscriptions of equal pointers can share an
/// interest by changing this type alone.
struct HostInterest {
  let id: UInt64

  /// Calls `body` with the observer of each live subscription, in order. It cannot end meanwhile. False if there is none.
  @inline(__always)
  func forEachObserver(_ body: (UnsafeMutablePointer<HostObserver>) -> Void) -> Bool {
    guard let pin = handles.pin(id, ObserverEntry.self) else { return false }
    body(pin.entry._withUnsafeGuaranteedRef { $0.observer })
    handles.unpin(pin)
    return true
  }

  /// Whether it is one of a store's own, and its id a number that the store took: no handle is that small.
  var isInternal: Bool { HandleBits.kind(id) == 0 }

  /// Its place in the order of subscriptions.
  var order: UInt64 { handles.tag(of: id) }
}
