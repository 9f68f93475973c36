// ChangeStream: finds whom a commit concerns, and tells them.

/// The one stream of a store: everybody who observes it is an interest in its tree, observers in Swift and hosts alike. A
/// commit is *collected* while it is made, under the state gate, which finds the interests that it concerns; and then
/// *delivered*, which calls them in the order in which they subscribed.
///
/// Made with the first observer, so that a store without observers has nothing but its state. If all interests coalesce,
/// nothing is done before the drain ends: the change records gather what changed.
open class ChangeStream<State, Action>: @unchecked Sendable {
  // Unchecked: it belongs to a store and is touched by its drainer only, one call at a time.

  /// Walks through what a commit changed and reports it. A closure, because one is compiled for the types that its
  /// maker knows; the methods of a generic class are not.
  public typealias LookThrough = (ChangeStream, inout State) -> Void

  @usableFromInline final let lookThrough: LookThrough
  /// Where the interests of a host are told; nil if there is no host.
  @usableFromInline final let host: CommitSink?
  public final let tree = ObservationTree()
  @exclusivity(unchecked) public final var walk = ChangeWalk()
  /// The revision of the last commit that was collected.
  @exclusivity(unchecked) public final var revision: UInt64 = 0
  /// Whether there were commits that nobody has looked at, because all interests coalesce.
  @exclusivity(unchecked) @usableFromInline final var isBehind = false
  @exclusivity(unchecked) @usableFromInline final var postponed = PostponedReports()
  /// Why a value of the last commit could not be written.
  @exclusivity(unchecked) public final var failure: String?
  /// Those who are told of actions when their effects have ended.
  private final var endingObservers: [ActionObserver<State, Action>.Entry] = []
  /// What was computed from the state that is being told.
  private final var computed: [any ComputedPart] = []

  /// - Parameters:
  ///   - host: where the interests of a host are told.
  ///   - lookThrough: nil if nothing is known about changes: each commit counts as a change of everything.
  @inlinable
  public init(host: CommitSink? = nil, lookThrough: LookThrough? = nil) {
    self.host = host
    self.lookThrough = lookThrough ?? { stream, _ in stream.walk.tell(stream.tree.root, .changed, .none) }
  }

  // MARK: What is known about the state: more if it is observable

  /// Where in the state a key path leads; nil if that is not known.
  open func find(_ place: AnyKeyPath, in state: UnsafePointer<State>) -> StatePlace? { nil }

  /// What was written until now is no change for anybody.
  open func settle(_ state: inout State) {}

  /// Reports the value at a path as it is.
  open func report(
    _ id: UInt64, _ flags: ChangeFlags, _ options: InterestOptions, at path: JSONPath, of state: State,
    operations range: Range<Int> = 0..<0
  ) {
    walk.report(id, flags, options)
  }

  /// Adds to a patch that the value at a path is another one as a whole.
  open func addReplacement(by state: State, at path: JSONPath) {}

  /// An action that somebody wants to know is being committed; nil: the commit is nobody's.
  open func note(_ action: Action?) {}

  /// The next commits are told without an action.
  open func forgetAction() {}

  /// Somebody missed a commit: the next one counts as a change of everything.
  open func noteMiss() {}

  // MARK: Commits

  /// Collects what a commit changed, with the state gate held. True if somebody is to be told.
  @inlinable
  public final func collect(_ state: inout State, _ revision: UInt64, _ action: Action?) -> Bool {
    if tree.isEmpty { return false }
    self.revision = revision
    if tree.wantsActions { note(action) }
    if tree.isCoalescing {
      isBehind = true
      return false
    }
    walk.start(revision)
    lookThrough(self, &state)
    if tree.isSimple, !walk.texts.hasFailed { return walk.reports.count > 0 }
    return collectTheRest(&state, isAction: action != nil)
  }

  /// The same for interests that are told of what did not reach them, or late.
  @usableFromInline
  final func collectTheRest(_ state: inout State, isAction: Bool) -> Bool {
    reportTheRest(state, isAction: isAction)
    if tree.coalesces { postponed.take(from: &walk) }
    return hasNews
  }

  /// Whether somebody is to be told.
  @inlinable final var hasNews: Bool { walk.reports.count > 0 || failure != nil }

  /// Whether the last commit changed anything. Known while there are interests that do not coalesce.
  public final var hasChanged: Bool { tree.lastChange == revision }

  /// Walks through the changes, and reports to those who always want it.
  private func look(at state: inout State) {
    lookThrough(self, &state)
    reportTheRest(state, isAction: false)
  }

  private func reportTheRest(_ state: State, isAction: Bool) {
    if tree.hasAlways { reportAlways(state, isAction: isAction) }
    if walk.texts.hasFailed { removeFailed() }
  }

  /// Drops the reports of what could not be written. Those observers miss this commit.
  private func removeFailed() {
    failure = walk.removeFailed()
    noteMiss()
  }

  /// Reports the commit to those interests that it did not reach and that want it all the same.
  private func reportAlways(_ state: State, isAction: Bool) {
    tree.forEachAlways { id, path, options, reached in
      if options.contains(.actions) {
        guard isAction, !options.contains(.finished) else { return }
        report(id, hasChanged ? .changed : [], options, at: path, of: state)
      } else if reached != revision {
        report(id, [], options, at: path, of: state)
      }
    }
  }

  // MARK: The end of a drain

  /// Whether coalescing interests have something coming.
  @inlinable public final var hasLate: Bool { isBehind || !postponed.isEmpty }

  /// Collects what coalescing interests are to be told, with the state gate held. True if there is something.
  public final func collectLate(_ state: inout State) -> Bool {
    if isBehind, postponed.isEmpty {
      isBehind = false
      walk.start(revision, isLate: true)
      look(at: &state)
      return hasNews
    }
    if isBehind { catchUp(&state) }
    walk.start(revision, isLate: true)
    for (interest, report) in postponed.reports {
      guard let (path, options) = tree.find(interest) else { continue }
      let start = walk.operations.count
      for (kind, pointer, value) in report.operations { walk.addOperation(kind, pointer, value) }
      if report.isReplaced { addReplacement(by: state, at: path) }
      self.report(interest, report.flags, options, at: path, of: state, operations: start..<walk.operations.count)
    }
    postponed.removeAll()
    if walk.texts.hasFailed { removeFailed() }
    return hasNews
  }

  /// Looks at commits that were put off, and postpones what there is to tell.
  private func catchUp(_ state: inout State) {
    isBehind = false
    walk.start(revision)
    look(at: &state)
    postponed.take(from: &walk)
  }

  // MARK: Interests

  /// Takes up an interest under a number of its owner's, with the state gate held. True if it is to be told the value now.
  final func begin(
    _ id: UInt64, at path: JSONPath, _ options: InterestOptions, _ state: inout State, _ revision: UInt64
  ) -> Bool {
    makeReady(&state)
    if !tree.wantsActions { forgetAction() }
    tree.add(id, at: path, options, nil)
    guard options.contains(.initial) else { return false }
    self.revision = revision
    walk.start(revision)
    report(id, .initial, options, at: path, of: state)
    if walk.texts.hasFailed { removeFailed() }
    return hasNews
  }

  /// Another interest is about to be added.
  private func makeReady(_ state: inout State) {
    if tree.isEmpty {
      settle(&state)
      isBehind = false
    } else if isBehind {
      // What follows may have to be told one by one, and what was before is not for the new one.
      catchUp(&state)
    }
  }

  final func end(_ id: UInt64) {
    tree.remove(id)
    postponed.forget(id)
  }

  // MARK: Observers in Swift

  /// Takes up an observer, with the state gate held. It is kept until it ends.
  final func begin(_ observer: AnyObserver, at path: JSONPath, _ options: InterestOptions, _ state: inout State) {
    makeReady(&state)
    observer.order = tree.add(observer.id, at: path, options.union(.isObserver), observer)
    if options.contains(.finished), let entry = observer as? ActionObserver<State, Action>.Entry {
      endingObservers.append(entry)
    }
  }

  final func end(_ observer: AnyObserver) {
    end(observer.id)
    if observer.options.contains(.finished) { endingObservers.removeAll { $0 === observer } }
  }

  /// Whether somebody wants to know when the effects of actions have ended.
  @inlinable public final var wantsEndings: Bool { tree.wantsEndings }

  /// What to do when the effects of an action have ended.
  @usableFromInline
  final func ending(of action: Action, _ revision: UInt64, _ state: UnsafePointer<State>) -> ActionEnding {
    ActionEnding(endingObservers.compactMap { $0.note(action, revision, state) })
  }

  /// The store is closed.
  final func close() {
    endingObservers = []
    for observer in tree.removeObservers() { observer.close() }
    forgetComputed()
  }

  // MARK: Delivery

  /// Tells whom the last commit concerns, in the order in which they subscribed, as long as the store is not closing.
  @inlinable
  final func deliver(_ state: UnsafePointer<State>, _ action: Action?, isClosing: () -> Bool) {
    if tree.hasObservers { deliverInOrder(state, action, isClosing) } else { deliverToHost() }
  }

  @usableFromInline
  final func deliverToHost() {
    if failure != nil { reportFailure() }
    host?.deliver(walk, 0..<walk.reports.count, revision)
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
        // What the host is told side by side is one commit.
        while next < count, !walk.reports[next].options.contains(.isObserver) { next += 1 }
        host?.deliver(walk, start..<next, revision)
      }
    }
    forgetComputed()
  }

  /// Puts the reports into the order of subscriptions.
  private func sortReports() {
    var reports = UnsafeMutableBufferPointer(start: walk.reports.baseAddress, count: walk.reports.count)
    var isSorted = true
    for index in reports.indices.dropFirst() where isSorted {
      isSorted = tree.order(of: reports[index - 1]) <= tree.order(of: reports[index])
    }
    if !isSorted { reports.sort { tree.order(of: $0) < tree.order(of: $1) } }
  }

  /// Tells an observer in Swift.
  private func tell(_ report: ChangeReport, _ state: UnsafePointer<State>, _ action: Action?) {
    // The tree keeps it as long as its interest is there, and none ends during a delivery.
    guard let pointer = UnsafeRawPointer(bitPattern: UInt(report.interest)) else { return }
    if report.options.contains(.actions) {
      guard let action else { return }
      let body = Unmanaged<ActionObserver<State, Action>.Entry>.fromOpaque(pointer)
        ._withUnsafeGuaranteedRef { $0.note(action, revision, state) }
      body?()
    } else {
      Unmanaged<Observer<State>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.notify(state, report.flags) }
    }
  }

  /// Keeps something until the commit has been told.
  final func keep(_ part: any ComputedPart) { computed.append(part) }

  /// The commit has been told.
  final func forgetComputed() {
    if computed.isEmpty { return }
    for part in computed { part.forget() }
    computed = []
  }
}
