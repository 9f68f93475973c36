// Observation: what somebody in Swift wants to be told of a state.

/// What to look at, and whom to tell. A scope hands it on to the store that it was derived from.
@usableFromInline struct Observation<State> {
  @usableFromInline typealias Tell = (UnsafePointer<State>, ChangeFlags) -> Void

  @usableFromInline let options: InterestOptions
  /// Where in the state it looks; nil: anywhere.
  @usableFromInline let place: AnyKeyPath?
  /// Whether what is told is computed from the value at the place, and not that value itself.
  @usableFromInline let isComputed: Bool
  /// Called with the state of a commit that concerns it, and first of all, with `.initial`, with that of its beginning.
  @usableFromInline let tell: Tell
  /// Called when the store closes before the observation has ended.
  @usableFromInline let closed: (() -> Void)?

  @inlinable
  init(
    _ options: InterestOptions, at place: AnyKeyPath?, isComputed: Bool, closed: (() -> Void)?, tell: @escaping Tell
  ) {
    self.options = options
    self.place = place
    self.isComputed = isComputed
    self.closed = closed
    self.tell = tell
  }

  /// The same, seen from a state of which this one is a part.
  ///
  /// - Parameters:
  ///   - path: where the part is; nil if it is computed.
  ///   - withPart: calls its body with the part.
  @usableFromInline
  func lifted<Whole>(
    to path: AnyKeyPath?, _ withPart: @escaping (UnsafePointer<Whole>, (UnsafePointer<State>) -> Void) -> Void
  ) -> Observation<Whole> {
    // What lies in a computed part is not found in the whole.
    var whole = path
    if let path, let place { whole = path.appending(path: place) ?? path }
    let inner = tell
    let outer: Observation<Whole>.Tell = { state, flags in withPart(state) { part in inner(part, flags) } }
    return Observation<Whole>(
      options, at: whole, isComputed: isComputed || path == nil, closed: closed, tell: outer)
  }
}
