// ChangeStream: tells observers and the host of a commit, in the order of subscriptions. CommitSink: the host's end.

/// Receives the commits for a host. It is called on the draining thread, with no lock held.
open class CommitSink {
  public init() {}

  /// Delivers some reports of a walk, which are the host's: those in the range `reports`. Nothing in the walk is changed; it
  /// is inout because a stream that lends its walk as `borrowing` copies it.
  open func deliver(_ walk: inout ChangeWalk, _ reports: Range<Int>, _ revision: UInt64) {}

  /// Called when a value of the commit could not be written. Then some observers do not hear of the commit.
  open func report(failure: String) {}
}

extension ChangeStream {
  /// Tells the interests that the last commit concerns, in the order of subscriptions. Stops if the store closes. The
  /// action is copied only if an observer may want it.
  @inlinable @inline(__always)
  final func deliver(_ state: UnsafePointer<State>, _ action: @autoclosure () -> Action?, isClosing: () -> Bool) {
    if tree.needsOrder { deliverInOrder(state, action(), isClosing) } else { deliverToHost() }
  }

  @usableFromInline final func deliverToHost() {
    if failure != nil { reportFailure() }
    host?.deliver(&walk, 0..<walk.reports.count, revision)
  }

  private final func reportFailure() {
    if let failure { host?.report(failure: failure) }
    failure = nil
  }

  @usableFromInline
  final func deliverInOrder(_ state: UnsafePointer<State>, _ action: Action?, _ isClosing: () -> Bool) {
    if failure != nil { reportFailure() }
    let count = walk.reports.count
    if count > 1 { sortReports() }
    var next = 0
    while next < count, !isClosing() {
      let start = next
      next += 1
      if walk.reports[start].options.contains(.isObserver) {
        tell(walk.reports[start], state, action)
      } else {
        // Reports for the host that follow each other and have the same cause are delivered together, as one commit.
        while next < count, !walk.reports[next].options.contains(.isObserver),
          walk.reports[next].mutation == walk.reports[start].mutation
        { next += 1 }
        host?.deliver(&walk, start..<next, revision)
      }
    }
    if !mutations.isEmpty { forgetMutations() }
    forgetComputed()
  }

  /// Puts the reports into the order of subscriptions.
  private func sortReports() {
    var reports = UnsafeMutableBufferPointer(start: walk.reports.baseAddress, count: walk.reports.count)
    var isSorted = true
    for index in reports.indices.dropFirst() where isSorted {
      isSorted = tree.order(of: reports[index - 1]) <= tree.order(of: reports[index])
    }
    if !isSorted { reports.sort { place(of: $0) < place(of: $1) } }
  }

  /// The place of a report among all of its commit: in the order of subscriptions, and mutations before their action.
  private func place(of report: ChangeReport) -> (UInt64, Int) { (tree.order(of: report), report.mutation ?? .max) }

  /// Tells an observer in Swift.
  private func tell(_ report: ChangeReport, _ state: UnsafePointer<State>, _ action: Action?) {
    // The tree keeps the observer alive while its interest is there, and no interest ends during a delivery.
    guard let pointer = UnsafeRawPointer(bitPattern: UInt(report.interest)) else { return }
    if report.options.tellsCauses { return tellCause(report, pointer, state, action) }
    Unmanaged<Observer>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.notify(state, report.flags, position: report.position)
    }
  }

  /// Tells an observer in Swift an action, or one of its mutations.
  private func tellCause(
    _ report: ChangeReport, _ observer: UnsafeRawPointer, _ state: UnsafePointer<State>, _ action: Action?
  ) {
    guard let action else { return }
    Unmanaged<ActionObserver<State, Action>.Entry>.fromOpaque(observer)._withUnsafeGuaranteedRef { entry in
      if let mutation = report.mutation {
        entry.tell(mutations[mutation], of: action, revision, state)
      } else {
        entry.note(action, revision, state)?()
      }
    }
  }

  /// Keeps a computed part until the commit was delivered.
  final func keep(_ part: any ComputedPart) { computed.append(part) }

  /// Called when the commit was delivered to all observers.
  final func forgetComputed() {
    if computed.isEmpty { return }
    for part in computed { part.forget() }
    computed = []
  }
}
