// ObserverEntry: an observer with a handle.

/// What the handle of a subscription leads to: its observer. What else belongs to a subscription is in its subclass.
class ObserverEntry: Handled {
  static var kind: HandleKind { .subscription }
  var handle: UInt64 = 0

  /// In this object, so that there is less memory to be fetched for an event.
  @exclusivity(unchecked) private var contents: HostObserver
  /// Where that is. Taken once, before another thread knows this object: taking it counts as writing to it.
  @exclusivity(unchecked) private var place: UnsafeMutablePointer<HostObserver>?

  init(_ observer: consuming HostObserver) {
    contents = observer
    place = withUnsafeMutablePointer(to: &contents) { $0 }
  }

  /// The observer, at a fixed place: whoever has a pin on this object may use it. What several threads use of it is
  /// immutable or atomic; the rest is the draining thread's.
  @inline(__always)
  final var observer: UnsafeMutablePointer<HostObserver> { place.unsafelyUnwrapped }

  func handleEnded() {}
}
