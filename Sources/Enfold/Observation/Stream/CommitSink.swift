// CommitSink: tells a host of commits.

/// Receives the commits for a host. It is called on the draining thread, with no lock held.
open class CommitSink {
  public init() {}

  /// Delivers some reports of a walk, which are the host's: those in the range `reports`. Nothing in the walk is changed; it
  /// is inout because a stream that lends its walk as `borrowing` copies it.
  open func deliver(_ walk: inout ChangeWalk, _ reports: Range<Int>, _ revision: UInt64) {}

  /// Called when a value of the commit could not be written. Somebody is then not told of the commit.
  open func report(failure: String) {}
}
