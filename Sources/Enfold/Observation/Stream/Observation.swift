// Observation: what somebody in Swift observes of a state.

/// A place to look at, and an observer to tell. A scope passes it on to the store that it was derived from.
@usableFromInline struct Observation<State>: @unchecked Sendable {
  // Unchecked: nothing in it changes, and only the drainer calls its closures.

  /// Given the observer and the address of the state, a `State`.
  @usableFromInline typealias Tell = Observer.Tell

  /// Whom it tells.
  @usableFromInline let observer: Observer
  /// The place in the state; nil if it may be anywhere.
  @usableFromInline let place: AnyKeyPath?
  /// Whether the observer gets something that is computed from the value at the place, and not that value itself.
  @usableFromInline let isComputed: Bool
  /// Whether the observer can get the value at the place directly, where that lies at a known distance in the state.
  @usableFromInline let tellsValue: Bool
  /// Called with the state of each commit that concerns it. The first call, with `.initial`, has the state at the
  /// beginning of the observation.
  @usableFromInline let tell: Tell

  @inlinable init(
    _ observer: Observer, at place: AnyKeyPath?, isComputed: Bool, tellsValue: Bool = false, tell: @escaping Tell
  ) {
    self.observer = observer
    self.place = place
    self.isComputed = isComputed
    self.tellsValue = tellsValue
    self.tell = tell
  }

  /// Makes an observation of a larger state from this one, whose state is a part of it.
  ///
  /// - Parameters:
  ///   - path: where the part is; nil if it is computed.
  ///   - withPart: calls its body with the part.
  @usableFromInline func lifted<Whole>(
    to path: AnyKeyPath?, _ withPart: @escaping (UnsafePointer<Whole>, (UnsafePointer<State>) -> Void) -> Void
  ) -> Observation<Whole> {
    // If the part is computed, places inside it are not places of the whole.
    let whole = place.map { place in path?.appending(path: place) } ?? path
    let inner = tell
    // If the whole part is observed and is in an optional, the value at the path is that optional, and not the part.
    let isValue = place != nil || path.map { type(of: $0).valueType == State.self } ?? false
    return Observation<Whole>(
      observer, at: whole ?? path, isComputed: isComputed || whole == nil, tellsValue: tellsValue && isValue
    ) { observer, state, flags in
      withPart(state.assumingMemoryBound(to: Whole.self)) { part in inner(observer, part, flags) }
    }
  }
}
