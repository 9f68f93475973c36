// CommitEncoder: turns what changed and is observed into commits for the host.
import CEnfold
import Enfold

/// What of one store is observed, and what it is told. Made with the first interest, so that a store without observers
/// encodes nothing, records nothing and has nothing but its state.
///
/// Values are encoded while the commit is made, into buffers that are used again and again. If all interests coalesce,
/// nothing is done before the drain ends: the change records gather what changed.
@usableFromInline final class CommitEncoder<State: ObservableState, Action: JSONEncodable> {
  // Used by the drainer only, one call at a time.
  @exclusivity(unchecked) @usableFromInline var stamps = StampSource()
  /// The stamp of the last commit that was looked at: a state with another one was replaced as a whole.
  @exclusivity(unchecked) @usableFromInline var stamp: UInt64 = 0
  @usableFromInline let tree = ObservationTree()
  @exclusivity(unchecked) @usableFromInline var walk = ChangeWalk()
  /// The action of the last commit, if somebody wants actions.
  @exclusivity(unchecked) @usableFromInline var action = JSONWriter(capacity: 16)
  @exclusivity(unchecked) @usableFromInline var hasAction = false
  @exclusivity(unchecked) @usableFromInline var revision: UInt64 = 0
  /// Whether there were commits that nobody has looked at, because all interests coalesce.
  @exclusivity(unchecked) @usableFromInline var isBehind = false
  @exclusivity(unchecked) @usableFromInline var postponed = PostponedReports()
  /// Why a value of the last commit could not be written.
  @exclusivity(unchecked) @usableFromInline var failure: String?
  /// Whether somebody missed the last commit, because a value could not be written.
  @exclusivity(unchecked) @usableFromInline var hasMissed = false
  private let records = GrowableBuffer<enfold_change>(capacity: 1)

  @usableFromInline init() {}

  /// Collects what a commit changed. True if somebody is to be told.
  @inlinable
  func collect(_ state: inout State, _ revision: UInt64, _ action: Action?) -> Bool {
    if tree.isEmpty { return false }
    self.revision = revision
    if tree.wantsActions { note(action) }
    if tree.isCoalescing {
      isBehind = true
      return false
    }
    walk.start(revision)
    look(at: &state, isAction: action != nil)
    if tree.coalesces { postponed.take(from: &walk) }
    return hasNews
  }

  /// Whether somebody is to be told.
  @inlinable var hasNews: Bool { walk.reports.count > 0 || failure != nil }

  /// Whether the last commit changed anything. Known while there are interests that do not coalesce.
  @usableFromInline var hasChanged: Bool { tree.lastChange == revision }

  /// Walks through the changes, makes the records clean again, and reports to those who always want it.
  @inlinable
  func look(at state: inout State, isAction: Bool) {
    let isReplaced = state._$changes.stamp != stamp || hasMissed
    if isReplaced || state._$written != 0 {
      walk.visit(root: state, in: tree, isReplaced: isReplaced)
      settle(&state, isReplaced: isReplaced)
    }
    if tree.hasAlways { reportAlways(state, isAction: isAction) }
    if walk.texts.hasFailed { removeFailed() }
  }

  /// Drops the reports of what could not be written. Those observers miss this commit. At the next one everything counts
  /// as replaced, so that they get the value then.
  @usableFromInline
  func removeFailed() {
    failure = walk.removeFailed()
    hasMissed = true
  }

  @inlinable
  func settle(_ state: inout State, isReplaced: Bool) {
    if isReplaced { state._$adopt(&stamps) } else { state._$commit(&stamps) }
    stamp = state._$changes.stamp
    hasMissed = false
  }

  @inlinable
  func note(_ action: Action?) {
    self.action.removeAll()
    hasAction = action != nil
    action?.writeJSON(to: &self.action)
    self.action.nulTerminate()
  }

  /// Reports the commit to those interests that it did not reach and that want it all the same.
  @usableFromInline
  func reportAlways(_ state: State, isAction: Bool) {
    tree.forEachAlways { id, path, options, reached in
      if options.contains(.actions) {
        guard isAction, !options.contains(.finished) else { return }
        walk.report(id, hasChanged ? .changed : [], options, at: path, of: state)
      } else if reached != revision {
        walk.report(id, [], options, at: path, of: state)
      }
    }
  }

  /// Whether coalescing interests have something coming.
  @inlinable var hasLate: Bool { isBehind || !postponed.isEmpty }

  /// The end of a drain: collects what coalescing interests are to be told. True if there is something.
  @inlinable
  func collectLate(_ state: inout State) -> Bool {
    if isBehind, postponed.isEmpty {
      isBehind = false
      walk.start(revision, isLate: true)
      look(at: &state, isAction: false)
      return hasNews
    }
    if isBehind { catchUp(&state) }
    walk.start(revision, isLate: true)
    postponed.give(to: &walk, of: state, in: tree)
    if walk.texts.hasFailed { removeFailed() }
    return hasNews
  }

  /// Looks at commits that were put off, and postpones what there is to tell.
  @usableFromInline
  func catchUp(_ state: inout State) {
    isBehind = false
    walk.start(revision)
    look(at: &state, isAction: false)
    postponed.take(from: &walk)
  }

  // MARK: Interests

  /// Takes up an interest. True if it is to be told the value now.
  @usableFromInline
  func begin(_ id: UInt64, at path: JSONPath, _ options: InterestOptions, _ state: inout State, _ revision: UInt64)
    -> Bool
  {
    if tree.isEmpty {
      let isReplaced = stamp == 0 || state._$changes.stamp != stamp || hasMissed
      if isReplaced || state._$written != 0 { settle(&state, isReplaced: isReplaced) }
      isBehind = false
    } else if isBehind {
      // What follows may have to be told one by one, and what was before is not for the new one.
      catchUp(&state)
    }
    if !tree.wantsActions { hasAction = false }
    tree.add(id, at: path, options)
    guard options.contains(.initial) else { return false }
    self.revision = revision
    walk.start(revision)
    walk.report(id, .initial, options, at: path, of: state)
    if walk.texts.hasFailed { removeFailed() }
    return hasNews
  }

  @usableFromInline
  func end(_ id: UInt64) {
    tree.remove(id)
    postponed.forget(id)
  }

  // MARK: Delivery

  /// Tells the host.
  @usableFromInline
  func deliver(to host: PluginHost) {
    if let failure {
      self.failure = nil
      host.log(Diagnostic(level: .error, message: failure))
      if walk.reports.count == 0 { return }
    }
    let base = UnsafeRawPointer(walk.texts.baseAddress).assumingMemoryBound(to: CChar.self)
    records.removeAll()
    for index in 0..<walk.reports.count {
      let report = walk.reports[index]
      let isPatched = report.options.contains(.patch) && !report.operations.isEmpty
      if report.options.contains(.value) || !isPatched || report.flags.contains(.removed) {
        append(report, report.flags.contains(.removed) ? ENFOLD_OP_REMOVE : ENFOLD_OP_REPLACE, base)
      }
      if isPatched { appendOperations(of: report, base) }
    }
    // First values have no cause.
    let hasAction = hasAction && walk.reports.count > 0 && !walk.reports[0].flags.contains(.initial)
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

  private func appendOperations(of report: ChangeReport, _ base: UnsafePointer<CChar>) {
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
