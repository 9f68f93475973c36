// HostInterest: finds the subscriptions that observe an interest.

/// The subscriptions that an interest stands for.
///
/// Today each subscription has an interest of its own, and the id of the interest is the handle of the subscription. So
/// no table is needed, and a cancelled subscription is simply not found. To let subscriptions of equal pointers share
/// an interest, only this type would have to change.
struct HostInterest {
  let id: UInt64

  /// Calls `body` with the observer of each subscription, in order. It does not end meanwhile. False if there is none.
  @inline(__always)
  func forEachObserver(_ body: (UnsafeMutablePointer<HostObserver>) -> Void) -> Bool {
    guard let pin = handles.pin(id, ObserverEntry.self) else { return false }
    body(pin.entry._withUnsafeGuaranteedRef { $0.observer })
    handles.unpin(pin)
    return true
  }

  /// Whether a store itself has begun the interest. Then the id is a small number, and no handle: the topmost byte of a
  /// handle is its kind, which is never 0.
  var isInternal: Bool { HandleBits.kind(id) == 0 }

  /// The subscription's place in the order of subscriptions.
  var order: UInt64 { handles.tag(of: id) }
}
