// EffectSource: where an effect comes from. EntryOrigin: where an entry of a queue comes from.

/// The action whose reducer returned an effect, and the revision of that action's commit.
@usableFromInline struct EffectSource<Action: Sendable>: Sendable {
  @usableFromInline let action: Action
  @usableFromInline let revision: UInt64

  @inlinable init(_ action: Action, _ revision: UInt64) {
    self.action = action
    self.revision = revision
  }
}

/// Where an entry of a queue comes from.
@usableFromInline struct EntryOrigin: Sendable {
  /// The revision of the commit whose effect sends it; 0 if it comes from elsewhere.
  @usableFromInline let revision: UInt64
  /// When it was appended, in nanoseconds of the monotonic clock; 0 if the store was not traced then.
  @usableFromInline let time: UInt64

  @inlinable init(revision: UInt64 = 0, time: UInt64 = 0) {
    self.revision = revision
    self.time = time
  }
}
