// StoreEngine: cancels the effects of children that are gone, and watches the places of children for that.

extension StoreEngine {
  /// After a commit: cancels the effects of children that have gone.
  @usableFromInline
  func cancelAbsentChildren() {
    // Only siblings are watched.
    let reached = stream?.takeReached().map { unsafeDowncast($0, to: SiblingEffects.self) } ?? []
    unwatch(registry.cancelAbsentChildren(in: UnsafeRawPointer(state), reached: reached))
  }

  /// Has the children watched for which something begins to run.
  func watchChildren() {
    if registry.unsettled.isEmpty { return }
    registry.settle { siblings in
      let (owner, parent) = (siblings.key.owner, siblings.key.parent)
      guard let place = owner.observedPlace(at: parent, in: UnsafeRawPointer(state)) else { return false }
      let stream = observedStream
      return withMutableState { state, _ in stream.watch(siblings, at: place, &state) } != nil
    }
    unwatch(registry.takePast())
  }

  private func unwatch(_ past: [SiblingEffects]) { for siblings in past { stream?.end(siblings) } }
}
