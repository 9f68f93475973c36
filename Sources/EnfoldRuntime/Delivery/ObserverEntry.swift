// ObserverEntry: the object behind the handle of a subscription. It contains the observer.

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
  @inline(__always)
  final var observer: UnsafeMutablePointer<HostObserver> { place.unsafelyUnwrapped }

  func handleEnded() {}
}
