// StoreEngine: the regular end of a store: what waits begins now, and nothing more is accepted from outside.

extension StoreEngine {
  /// Does one or both, in its turn behind the actions that wait:
  ///
  /// - Parameters:
  ///   - beginsDelayed: the debounced and throttled effects that wait begin now. What they begin and debounce again waits as
  ///     usual.
  ///   - isLast: from the moment of this call actions and changes from outside are refused, as by a closed store. What was
  ///     accepted before is reduced, effects go on, and what they send is accepted.
  public func flush(beginsDelayed: Bool = true, isLast: Bool = false, mayDrain: Bool = true) -> Performed {
    let entry = Entry.work(.follows) { [self] isOpen in
      if isOpen, beginsDelayed { knownRegistry?.endDelays() }
    }
    return enqueue(
      entry, isLimited: false, news: isLast ? DrainState.waiting | DrainState.ending : DrainState.waiting,
      mayDrain: mayDrain)
  }

  /// Where the effects that run were written, in no order.
  public var runningOrigins: [EffectOrigin] { knownRegistry?.origins ?? [] }
}
