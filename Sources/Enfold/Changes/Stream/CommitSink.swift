// CommitSink: where a host is told of commits.

/// Is called on the draining thread, with no lock held.
open class CommitSink {
  public init() {}

  /// Some of the reports of a walk are the host's.
  open func deliver(_ walk: borrowing ChangeWalk, _ reports: Range<Int>, _ revision: UInt64) {}

  /// A value of the commit could not be written, so that somebody is not told.
  open func report(failure: String) {}
}
