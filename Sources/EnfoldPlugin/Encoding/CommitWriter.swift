// CommitWriter: turns reports of a walk into an enfold_commit.
import CEnfold
import Enfold

/// What a store's commits become for its host. For one thread at a time.
@usableFromInline final class CommitWriter: CommitSink {
  private let host: PluginHost
  /// The action of the last commit, if somebody wants actions.
  @exclusivity(unchecked) var action = JSONWriter(capacity: 16)
  @exclusivity(unchecked) var hasAction = false
  private let records = GrowableBuffer<enfold_change>(capacity: 1)

  @usableFromInline
  init(_ host: PluginHost) {
    self.host = host
    super.init()
  }

  override func report(failure: String) { host.log(Diagnostic(level: .error, message: failure)) }

  override func deliver(_ walk: borrowing ChangeWalk, _ reports: Range<Int>, _ revision: UInt64) {
    if reports.isEmpty { return }
    let base = UnsafeRawPointer(walk.texts.baseAddress).assumingMemoryBound(to: CChar.self)
    records.removeAll()
    for index in reports {
      let report = walk.reports[index]
      let isPatched = report.options.contains(.patch) && !report.operations.isEmpty
      if report.options.contains(.value) || !isPatched || report.flags.contains(.removed) {
        append(report, report.flags.contains(.removed) ? ENFOLD_OP_REMOVE : ENFOLD_OP_REPLACE, base)
      }
      if isPatched { appendOperations(of: report, walk, base) }
    }
    // First values have no cause.
    let hasAction = hasAction && !walk.reports[reports.lowerBound].flags.contains(.initial)
    var commit = enfold_commit(
      struct_size: UInt32(MemoryLayout<enfold_commit>.size), flags: 0, revision: revision,
      action: hasAction ? UnsafeRawPointer(action.baseAddress).assumingMemoryBound(to: CChar.self) : nil,
      action_length: hasAction ? action.count : 0,
      changes: UnsafePointer(records.baseAddress), change_count: records.count)
    host.commit(&commit)
  }

  private func append(_ report: ChangeReport, _ kind: UInt32, _ base: UnsafePointer<CChar>) {
    records.append(
      enfold_change(
        interest: report.interest, op: kind, flags: report.flags.rawValue, pointer: base, pointer_length: 0,
        value: report.value.isNone ? nil : base + report.value.start, value_length: max(0, report.value.count)))
  }

  private func appendOperations(of report: ChangeReport, _ walk: borrowing ChangeWalk, _ base: UnsafePointer<CChar>) {
    let flags = report.flags.subtracting(.removed).rawValue | ENFOLD_CHANGE_OPERATION
    for index in report.operations {
      let operation = walk.operations[index]
      // One for a report alone is for this one only if it is that report.
      guard operation.owner <= report.listener else { continue }
      records.append(
        enfold_change(
          interest: report.interest, op: operation.kind.rawValue, flags: flags,
          pointer: base + operation.pointer.start + report.prefix,
          pointer_length: operation.pointer.count - report.prefix,
          value: operation.value.isNone ? nil : base + operation.value.start,
          value_length: max(0, operation.value.count)))
    }
  }
}
