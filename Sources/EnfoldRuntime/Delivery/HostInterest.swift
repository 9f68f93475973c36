// HostInterest: finds the observers of an interest; and what the deliveries of a store share.
import CEnfoldSupport

/// The subscriptions that an interest stands for.
///
/// Today each subscription has an interest of its own, and the id of the interest is the handle of the subscription. So
/// no table is needed, and a cancelled subscription is simply not found. To let subscriptions of equal pointers share
/// an interest, only this type would have to change.
struct HostInterest {
  let id: UInt64

  /// Calls `body` with the observer of each subscription, in order. It does not end meanwhile. False if there is none.
  @inline(__always) func forEachObserver(_ body: (UnsafeMutablePointer<HostObserver>) -> Void) -> Bool {
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

/// The object behind the handle of a subscription. It has the observer; the subclass has everything else.
class ObserverEntry: Handled {
  static var kind: HandleKind { .subscription }
  var handle: UInt64 = 0

  /// It lies inside this object, so that less memory must be fetched for an event.
  @exclusivity(unchecked) private var contents: HostObserver
  /// The address of `contents`. It is taken once, before another thread knows this object, because taking it counts as
  /// writing to `contents`.
  @exclusivity(unchecked) private var place: UnsafeMutablePointer<HostObserver>?

  init(_ observer: consuming HostObserver) {
    contents = observer
    place = withUnsafeMutablePointer(to: &contents) { $0 }
  }

  /// The observer, at a fixed address. Whoever has a pin on this object may use it. Its members are immutable or
  /// atomic, or only the draining thread uses them.
  @inline(__always) final var observer: UnsafeMutablePointer<HostObserver> { place.unsafelyUnwrapped }

  func handleEnded() {}
}

/// Each store that has had an observer has one. Only the thread that drains the store uses it, except for `context`.
final class DeliveryMemory {
  /// The context by which the engine knows the store.
  let context: UInt64
  /// The hash of the value that was hashed last in this delivery.
  @exclusivity(unchecked) var hashes = SharedHash()
  @exclusivity(unchecked) private var patch: PatchWriter?

  init(context: UInt64) { self.context = context }

  /// Writes the patches. It is made when the first patch is needed.
  var patchWriter: PatchWriter {
    if let patch { return patch }
    let made = PatchWriter()
    patch = made
    return made
  }

  /// Frees the patch writer. Called when the store has ended and delivers no patch any more.
  func freePatchWriter() { patch = nil }
}

/// Each process draws a random key, so that nobody can prepare two different values with the same hash.
private let hashKey = enfold_hash(low: .random(in: .min ... .max), high: .random(in: .min ... .max))

/// The hash of the long value that was hashed last in one delivery. All subscriptions of one pointer get the same bytes.
struct SharedHash {
  private var bytes: UnsafeRawPointer?
  private var count = 0
  private var hash = enfold_hash()

  /// Forgets the hash. Called when another delivery begins: the same address may then have other bytes.
  @inline(__always) mutating func forget() { bytes = nil }

  mutating func hash(_ bytes: UnsafeRawPointer, _ count: Int) -> enfold_hash {
    if bytes != self.bytes || count != self.count {
      hash = enfold_siphash(1, 3, hashKey, bytes, count)
      (self.bytes, self.count) = (bytes, count)
    }
    return hash
  }
}
