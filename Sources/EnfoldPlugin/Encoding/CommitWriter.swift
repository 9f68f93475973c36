// CommitWriter: turns reports of a walk into an enfold_commit.
import CEnfold
import Enfold

/// Turns the commits of a store into C structs for its host. One thread at a time may use it.
@usableFromInline final class CommitWriter: CommitSink {
  private let host: PluginHost
  /// The action of the last commit, if somebody wants actions.
  @exclusivity(unchecked) var action = JSONWriter(capacity: 16)
  @exclusivity(unchecked) var hasAction = false
  /// The tag of the last commit's action, NUL-terminated; nil if it has none.
  @exclusivity(unchecked) var tag: [CChar]?
  /// The texts of the commit's mutations, if somebody wants mutations.
  @exclusivity(unchecked) var mutations: MutationTexts?
  private let changes = GrowableBuffer<enfold_change>(capacity: 1)

  @usableFromInline init(_ host: PluginHost) {
    self.host = host
    super.init()
  }

  override func report(failure: String) { host.log(Diagnostic(level: .error, .noJSONForm, message: failure)) }

  override func deliver(_ walk: inout ChangeWalk, _ reports: Range<Int>, _ revision: UInt64) {
    if reports.isEmpty { return }
    let base = UnsafeRawPointer(walk.texts.baseAddress).assumingMemoryBound(to: CChar.self)
    changes.removeAll()
    for index in reports {
      let report = walk.reports.baseAddress + index
      let isPatched = report.pointee.options.contains(.patch) && !report.pointee.operations.isEmpty
      if report.pointee.options.contains(.value) || !isPatched || report.pointee.flags.contains(.removed) {
        append(report, report.pointee.flags.contains(.removed) ? ENFOLD_OP_REMOVE : ENFOLD_OP_REPLACE, base)
      }
      if isPatched { appendOperations(of: report.pointee, walk, base) }
    }
    let cause = cause(of: walk.reports[reports.lowerBound])
    var commit = enfold_commit(
      struct_size: UInt32(MemoryLayout<enfold_commit>.size), flags: 0, revision: revision,
      action: cause?.baseAddress, action_length: cause?.count ?? 0,
      changes: UnsafePointer(changes.baseAddress), change_count: changes.count, tag: nil, tag_length: 0)
    guard let tag, !walk.reports[reports.lowerBound].flags.contains(.initial) else { return host.commit(&commit) }
    host.commit(&commit, tag)
  }

  /// The cause of a report: the action or a mutation. A first value has no cause.
  @inline(__always) private func cause(of report: ChangeReport) -> UnsafeBufferPointer<CChar>? {
    if let mutation = report.mutation { return mutations?[mutation] }
    guard hasAction, !report.flags.contains(.initial) else { return nil }
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(action.baseAddress).assumingMemoryBound(to: CChar.self), count: action.count)
  }

  @inline(__always)
  private func append(_ report: UnsafePointer<ChangeReport>, _ kind: UInt32, _ base: UnsafePointer<CChar>) {
    let value = report.pointee.value
    changes.append(
      enfold_change(
        interest: report.pointee.interest, op: kind, flags: report.pointee.flags.rawValue, pointer: base,
        pointer_length: 0, value: value.isNone ? nil : base + value.start, value_length: value.count))
  }

  private func appendOperations(of report: ChangeReport, _ walk: borrowing ChangeWalk, _ base: UnsafePointer<CChar>) {
    let flags = report.flags.subtracting(.removed).rawValue | ENFOLD_CHANGE_OPERATION
    for index in report.operations {
      let operation = walk.operations[index]
      // Some operations in the range are for other reports. The operations for this report have an `owner` of at most
      // `listener`.
      guard operation.owner <= report.listener else { continue }
      changes.append(
        enfold_change(
          interest: report.interest, op: operation.kind.rawValue, flags: flags,
          pointer: base + operation.pointer.start + report.prefix,
          pointer_length: operation.pointer.count - report.prefix,
          value: operation.value.isNone ? nil : base + operation.value.start,
          value_length: operation.value.count))
    }
  }
}
