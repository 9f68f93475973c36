// Array: copies that are read when a lock is no longer held.

extension Array {
  /// A copy in memory of its own: taken with the lock of a list held, read without it.
  ///
  /// A plain copy would share its memory until the list changes. That is safe, too. But ThreadSanitizer does not see that Swift's
  /// library orders the end of the copy and a change in the same memory, and reports a race.
  var unshared: [Element] { map { $0 } }
}
