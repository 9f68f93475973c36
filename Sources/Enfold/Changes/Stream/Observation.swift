// Observation: what somebody in Swift wants to be told of a state.

/// A place to look at, and functions to call. A scope passes it on to the store that it was derived from.
@usableFromInline struct Observation<State> {
  /// Given the address of the state, a `State`.
  @usableFromInline typealias Tell = (_ state: UnsafeRawPointer, ChangeFlags) -> Void
  /// Given the address of the value at the place, of the type that the key path says.
  @usableFromInline typealias TellValue = (_ value: UnsafeRawPointer, ChangeFlags) -> Void

  @usableFromInline let options: InterestOptions
  /// The place in the state; nil if it may be anywhere.
  @usableFromInline let place: AnyKeyPath?
  /// Whether what is told is computed from the value at the place, and not that value itself.
  @usableFromInline let isComputed: Bool
  /// Called with the state of each commit that concerns it. The first call, with `.initial`, has the state at the
  /// beginning of the observation.
  @usableFromInline let tell: Tell
  /// Called instead of `tell` where the value lies at a known distance in the state; nil if it is computed.
  @usableFromInline let tellValue: TellValue?
  /// Called when the store closes before the observation has ended.
  @usableFromInline let closed: (() -> Void)?

  @inlinable
  init(
    _ options: InterestOptions, at place: AnyKeyPath?, isComputed: Bool, closed: (() -> Void)?,
    tellValue: TellValue? = nil, tell: @escaping Tell
  ) {
    self.options = options
    self.place = place
    self.isComputed = isComputed
    self.closed = closed
    self.tellValue = tellValue
    self.tell = tell
  }

  /// The same observation, of a larger state of which this one is a part.
  ///
  /// - Parameters:
  ///   - path: where the part is; nil if it is computed.
  ///   - withPart: calls its body with the part.
  @usableFromInline
  func lifted<Whole>(
    to path: AnyKeyPath?, _ withPart: @escaping (UnsafePointer<Whole>, (UnsafePointer<State>) -> Void) -> Void
  ) -> Observation<Whole> {
    // If the part is computed, places inside it are not places of the whole.
    let whole = place.map { place in path?.appending(path: place) } ?? path
    let inner = tell
    // If the whole part is observed and is in an optional, the value at the path is that optional, and not the part.
    let isValue = place != nil || path.map { type(of: $0).valueType == State.self } ?? false
    return Observation<Whole>(
      options, at: whole ?? path, isComputed: isComputed || whole == nil, closed: closed,
      tellValue: isValue ? tellValue : nil
    ) { state, flags in
      withPart(state.assumingMemoryBound(to: Whole.self)) { part in inner(part, flags) }
    }
  }
}
