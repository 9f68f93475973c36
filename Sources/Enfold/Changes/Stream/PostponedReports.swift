// PostponedReports: what coalescing interests will be told when the drain ends, beside others that are told at once.

/// Keeps the reports of coalescing interests until a drain ends: which of them there are, and their operations.
@usableFromInline struct PostponedReports: ~Copyable {
  struct Report {
    var flags: ChangeFlags
    /// In order; pointers relative to the interest's.
    var operations: [(kind: ChangeOperation.Kind, pointer: [UInt8], value: [UInt8]?)] = []
    /// There were so many that replacing the value is shorter.
    var isReplaced = false
  }

  /// Beyond so many operations a patch replaces the value as a whole.
  private static var limit: Int { 4_096 }

  /// By interest.
  private(set) var reports: [UInt64: Report] = [:]

  @usableFromInline init() {}

  @usableFromInline var isEmpty: Bool { reports.isEmpty }

  mutating func forget(_ interest: UInt64) { reports[interest] = nil }

  /// Takes the reports of coalescing interests out of a walk.
  mutating func take(from walk: inout ChangeWalk) {
    var kept = 0
    for index in 0..<walk.reports.count {
      let report = walk.reports[index]
      if report.options.contains(.coalesce) {
        add(report, walk)
      } else {
        walk.reports[kept] = report
        kept += 1
      }
    }
    walk.reports.truncate(to: kept)
  }

  private mutating func add(_ report: ChangeReport, _ walk: borrowing ChangeWalk) {
    var entry = reports.removeValue(forKey: report.interest) ?? Report(flags: [])
    entry.flags = entry.flags.union(report.flags).subtracting(.removed)
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

  /// The end of the drain: everything was told. The memory is kept for the next.
  mutating func removeAll() { reports.removeAll(keepingCapacity: true) }
}
