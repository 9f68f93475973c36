// ChangeStream: finds the interests that a commit concerns. Tells them at once, or at the end of the drain if they
// coalesce.

/// The one stream of a store. Everybody who observes the store has an interest in the stream's tree: observers in Swift
/// as well as hosts. First a commit is *collected*, while it is made, under the state gate: this finds the interests
/// that it concerns. Then it is *delivered*: the owners of these interests are called, in the order in which they
/// subscribed.
///
/// The stream is made for the first interest, so a store without observers has nothing but its state. If all interests
/// coalesce, nothing is done before the drain ends: the change records collect what was changed.
open class ChangeStream<State, Action>: @unchecked Sendable {
  // Unchecked: it belongs to a store and is touched by its drainer only, one call at a time.

  /// Walks through what a commit changed and reports it. This is a closure and no method, because a closure is compiled
  /// for the types that are known where it is made. Methods of a generic class are not.
  public typealias WalkChanges = (ChangeStream, inout State) -> Void

  @usableFromInline final let walkChanges: WalkChanges
  /// Where the interests of a host are reported; nil if there is no host.
  @usableFromInline final let host: CommitSink?
  public final let tree = ObservationTree()
  @exclusivity(unchecked) public final var walk = ChangeWalk()
  /// The revision of the last commit that was collected.
  @exclusivity(unchecked) public final var revision: UInt64 = 0
  /// Whether there were commits that were not walked through, because all interests coalesce.
  @exclusivity(unchecked) @usableFromInline final var hasUnwalkedCommits = false
  @exclusivity(unchecked) @usableFromInline final var postponed = PostponedReports()
  /// Why a value of the last commit could not be written.
  @exclusivity(unchecked) public final var failure: String?
  /// The store's own interests whose places were reached since somebody asked.
  private final var reached: [AnyObserver] = []
  /// The observers that are told of an action when its effects have ended.
  private final var endingObservers: [UInt64: AnyObserver] = [:]
  /// The mutations of the commit that is being made, or of which observers are being told. Empty if nobody wants them.
  @exclusivity(unchecked) private final var mutations: [any Sendable] = []
  /// The values that were computed from the state that observers are being told of.
  @exclusivity(unchecked) private final var computed: [any ComputedPart] = []

  /// - Parameters:
  ///   - host: where the interests of a host are reported.
  ///   - walkChanges: not given if the state has no change records. Then each commit counts as a change of everything.
  ///     (It is no Optional: each call of a closure that was in one goes through two functions that only convert.)
  @inlinable
  public init(
    host: CommitSink? = nil,
    walkChanges: @escaping WalkChanges = { stream, _ in stream.walk.tell(stream.tree.root, .changed, .none) }
  ) {
    self.host = host
    self.walkChanges = walkChanges
  }

  // MARK: Overridden where the state is an ObservableState, or the store has a host

  /// Where in the state a key path leads; nil if that is not known.
  open func find(_ place: AnyKeyPath, in state: UnsafePointer<State>) -> StatePlace? { nil }

  /// Forgets the writes until now: nobody is told of them.
  open func settle(_ state: inout State) {}

  /// Reports the value at a path, changed or not.
  open func report(
    _ id: UInt64, _ flags: ChangeFlags, _ options: InterestOptions, at path: JSONPath, of state: State,
    operations range: Range<Int> = 0..<0
  ) {
    walk.report(id, flags, options)
  }

  /// Adds an operation to a patch that replaces the whole value at a path.
  open func addReplacement(by state: State, at path: JSONPath) {}

  /// Whether somebody wants to know the actions.
  @inlinable public final var wantsActions: Bool { tree.wantsActions }

  /// Called before `collect` if ``wantsActions``; nil if the commit has no action, because it comes from `set`.
  open func note(_ action: Action?) {}

  /// Forgets the last action: the next commits are told without one.
  open func forgetAction() {}

  /// Whether somebody wants to know the mutations.
  @inlinable public final var wantsMutations: Bool { tree.wantsMutations }

  /// Called before `collect` for each mutation of the commit, if ``wantsMutations``.
  open func note(mutation: any Sendable) { mutations.append(mutation) }

  /// Called when all have been told of the mutations that were noted, so that no other commit is told with them.
  open func forgetMutations() { mutations.removeAll(keepingCapacity: true) }

  /// Called when somebody missed a commit. The next commit then counts as a change of everything.
  open func noteMiss() {}

  // MARK: Commits

  /// Collects the changes of a commit, with the state gate held. True if somebody is to be told.
  ///
  /// - Parameter isAction: whether an action was reduced. If ``wantsActions``, it was noted before.
  @inlinable
  public final func collect(_ state: inout State, _ revision: UInt64, isAction: Bool) -> Bool {
    if tree.isEmpty { return false }
    self.revision = revision
    if tree.allCoalesce {
      hasUnwalkedCommits = true
      return false
    }
    walk.start(revision)
    walkChanges(self, &state)
    if tree.hasWatches { noteReached() }
    if tree.isSimple, !walk.texts.hasFailed { return walk.reports.count > 0 }
    return finishCollecting(&state, isAction: isAction)
  }

  /// Collects an action without a commit, for observers of actions: in a stub, or when the mutations of the action
  /// have been told. With the state gate held. True if somebody is to be told.
  ///
  /// - Parameter hasChanged: whether the commits of the action changed anything.
  final func collectAction(_ action: Action, _ revision: UInt64, of state: State, hasChanged: Bool) -> Bool {
    guard tree.wantsActions else { return false }
    self.revision = revision
    note(action)
    walk.start(revision)
    tree.forEachAlways { id, path, options, _ in
      guard options.contains(.actions), !options.contains(.finished) else { return }
      report(id, hasChanged ? .changed : [], options, at: path, of: state)
    }
    if walk.texts.hasFailed { removeFailed() }
    return hasNews
  }

  /// The rest of `collect`, if some interests are told of every commit or when the drain ends, or if a value could not
  /// be written.
  @usableFromInline
  final func finishCollecting(_ state: inout State, isAction: Bool) -> Bool {
    reportUnreached(state, isAction: isAction)
    if tree.someCoalesce { postponed.take(from: &walk) }
    return hasNews
  }

  /// Whether somebody is to be told.
  @inlinable final var hasNews: Bool { walk.reports.count > 0 || failure != nil }

  /// The first commit of the action that is being told, if it has made several.
  @exclusivity(unchecked) final var firstRevision: UInt64?

  /// Whether the last commit changed anything; for an action that has made several commits, whether one of them did. Only
  /// known while there are interests that do not coalesce.
  public final var hasChanged: Bool { tree.lastChange >= firstRevision ?? revision }

  /// Walks through the changes, and reports to the interests that are told of every commit.
  private func look(at state: inout State) {
    walkChanges(self, &state)
    reportUnreached(state, isAction: false)
  }

  private func reportUnreached(_ state: State, isAction: Bool) {
    if tree.hasAlways { reportAlways(state, isAction: isAction) }
    if walk.texts.hasFailed { removeFailed() }
  }

  /// Drops the reports whose values could not be written. Their observers miss this commit.
  private func removeFailed() {
    failure = walk.removeFailed()
    noteMiss()
  }

  /// Reports the commit to the interests that are told of it although it did not reach them: first its mutations, then
  /// its action.
  private func reportAlways(_ state: State, isAction: Bool) {
    let flags: ChangeFlags = hasChanged ? .changed : []
    tree.forEachAlways { id, path, options, reached in
      guard options.tellsCauses else {
        if reached != revision { report(id, [], options, at: path, of: state) }
        return
      }
      if options.contains(.mutations) {
        for index in mutations.indices {
          report(id, flags.union(.mutation), options, at: path, of: state, operations: index..<index)
        }
      }
      if isAction, options.contains(.actions), !options.contains(.finished) {
        report(id, flags, options, at: path, of: state)
      }
    }
  }

  // MARK: The end of a drain

  /// Whether there is something to tell coalescing interests.
  @inlinable public final var hasPostponed: Bool { hasUnwalkedCommits || !postponed.isEmpty }

  /// Collects the reports for coalescing interests, with the state gate held. True if there are some.
  public final func collectPostponed(_ state: inout State) -> Bool {
    if hasUnwalkedCommits, postponed.isEmpty {
      hasUnwalkedCommits = false
      walk.start(revision, isAtDrainEnd: true)
      look(at: &state)
      return hasNews
    }
    if hasUnwalkedCommits { catchUp(&state) }
    walk.start(revision, isAtDrainEnd: true)
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

  /// Walks through the commits that were not looked at yet, and postpones their reports.
  private func catchUp(_ state: inout State) {
    hasUnwalkedCommits = false
    walk.start(revision)
    look(at: &state)
    postponed.take(from: &walk)
  }

  // MARK: Interests

  /// Begins an interest, under a number that its owner chose, with the state gate held. True if it is to be told the
  /// value now.
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

  /// Called before an interest is added.
  private func makeReady(_ state: inout State) {
    if tree.isEmpty {
      settle(&state)
      hasUnwalkedCommits = false
    } else if hasUnwalkedCommits {
      // The next commits may have to be told one by one, and the new interest is not told of those before.
      catchUp(&state)
    }
  }

  final func end(_ id: UInt64) {
    tree.remove(id)
    postponed.forget(id)
  }

  // MARK: Observers in Swift

  /// Begins an observer, with the state gate held. The tree keeps it alive until it ends.
  final func begin(_ observer: AnyObserver, at path: JSONPath, _ options: InterestOptions, _ state: inout State) {
    makeReady(&state)
    observer.order = tree.add(observer.id, at: path, options.union(.isObserver), observer)
    if options.contains(.finished) { endingObservers[observer.id] = observer }
  }

  final func end(_ observer: AnyObserver) {
    end(observer.id)
    if observer.options.contains(.finished) { endingObservers[observer.id] = nil }
  }

  /// Whether somebody wants to know when the effects of actions have ended.
  @inlinable public final var wantsEndings: Bool { tree.wantsEndings }

  /// Returns the calls to make when the effects of an action have ended.
  @usableFromInline
  final func ending(of action: Action, _ revision: UInt64, _ state: UnsafePointer<State>) -> ActionEnding {
    ActionEnding(
      endingObservers.values.sorted { $0.order < $1.order }.compactMap { observer in
        (observer as? ActionObserver<State, Action>.Entry)?.note(action, revision, state)
      })
  }

  /// Called when the store is closed: ends all observers in Swift.
  final func close() {
    endingObservers = [:]
    for observer in tree.removeObservers() { observer.close() }
    forgetComputed()
  }

  // MARK: Interests of the store itself

  /// Begins an interest of the store itself, with the state gate held.
  final func watch(_ observer: AnyObserver, at path: JSONPath, _ state: inout State) {
    makeReady(&state)
    tree.add(observer.id, at: path, .isWatch, observer)
  }

  /// Takes the reports of the store's own interests out of the walk.
  @usableFromInline
  final func noteReached() {
    var kept = 0
    for index in 0..<walk.reports.count {
      let report = walk.reports[index]
      if report.options.contains(.isWatch), let pointer = UnsafeRawPointer(bitPattern: UInt(report.interest)) {
        reached.append(Unmanaged<AnyObserver>.fromOpaque(pointer).takeUnretainedValue())
      } else {
        walk.reports[kept] = report
        kept += 1
      }
    }
    walk.reports.truncate(to: kept)
  }

  /// The store's own interests whose places were reached since the last call.
  final func takeReached() -> [AnyObserver] { reached.isEmpty ? [] : exchange(&reached, with: []) }

  // MARK: Delivery

  /// Tells the interests that the last commit concerns, in the order of subscriptions. Stops if the store closes. The
  /// action is copied only if an observer may want it.
  @inlinable @inline(__always)
  final func deliver(_ state: UnsafePointer<State>, _ action: @autoclosure () -> Action?, isClosing: () -> Bool) {
    if tree.needsOrder { deliverInOrder(state, action(), isClosing) } else { deliverToHost() }
  }

  @usableFromInline
  final func deliverToHost() {
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

  /// Keeps a computed part until all observers have been told of the commit.
  final func keep(_ part: any ComputedPart) { computed.append(part) }

  /// Called when all observers have been told of the commit.
  final func forgetComputed() {
    if computed.isEmpty { return }
    for part in computed { part.forget() }
    computed = []
  }
}
