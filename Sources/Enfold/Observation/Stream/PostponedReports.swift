// PostponedReports: keeps what ChangeStream tells coalescing interests at the end of the drain.

/// Keeps the reports of coalescing interests until a drain ends: their flags and operations, but no values.
@usableFromInline struct PostponedReports: ~Copyable {
  @usableFromInline struct Report {
    var flags: ChangeFlags
    /// In order. Their pointers begin at the interest's place.
    var operations: [(kind: ChangeOperation.Kind, pointer: [UInt8], value: [UInt8]?)] = []
    /// Whether there were too many operations, so that the patch replaces the whole value.
    var isReplaced = false
  }

  /// With more operations than this, a patch replaces the whole value.
  private static var limit: Int { 4_096 }

  /// The reports by the number of the interest.
  @usableFromInline private(set) var reports: [UInt64: Report] = [:]

  @usableFromInline init() {}

  @inlinable var isEmpty: Bool { reports.isEmpty }

  mutating func forget(_ interest: UInt64) { reports[interest] = nil }

  /// Takes the reports of coalescing interests out of a walk.
  mutating func take(from walk: inout ChangeWalk) {
    walk.reports.removeAll { report in
      if report.options.contains(.coalesce) { add(report, walk) }
      return report.options.contains(.coalesce)
    }
  }

  private mutating func add(_ report: ChangeReport, _ walk: borrowing ChangeWalk) {
    var entry = reports.removeValue(forKey: report.interest) ?? Report(flags: [])
    entry.flags = entry.flags.union(report.flags).subtracting(.removed)
    // A patch says nothing of a value that has gone. If a value comes back, the patch puts it in place as a whole.
    if report.flags.contains(.removed) { (entry.operations, entry.isReplaced) = ([], false) }
    for index in report.operations where !entry.isReplaced {
      let operation = walk.operations[index]
      guard operation.owner <= report.listener else { continue }
      entry.operations.append(
        (
          operation.kind, walk.bytes(operation.pointer).dropFirst(report.prefix).map { $0 },
          operation.value.isNone ? nil : walk.bytes(operation.value)
        ))
    }
    if entry.operations.count > Self.limit {
      entry.operations = []
      entry.isReplaced = true
    }
    reports[report.interest] = entry
  }

  /// Called when the drain ends and everything was told. The memory is kept for the next drain.
  mutating func removeAll() { reports.removeAll(keepingCapacity: true) }
}
