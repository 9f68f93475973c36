// ChangeStream: finds the interests that a commit concerns, and tells them at once or at the end of the drain.

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
  /// Whether interests have ended since the last call of ``watch(_:)``.
  @exclusivity(unchecked) @usableFromInline final var hasEndedInterests = false
  /// Why a value of the last commit could not be written.
  @exclusivity(unchecked) public final var failure: String?
  /// The store's own interests whose places were reached since somebody asked.
  final var reached: [AnyObserver] = []
  /// The observers that hear of an action when its effects have ended.
  final var endingObservers: [UInt64: AnyObserver] = [:]
  /// The mutations of the commit that is being made or delivered. Empty if nobody wants them.
  @exclusivity(unchecked) final var mutations: [any Sendable] = []
  /// What the walk has of former values, as a reference that a step need not retain.
  @exclusivity(unchecked) @usableFromInline final var former: Unmanaged<FormerValues>?
  /// The tag of the action of the last commit; nil if it had none.
  @exclusivity(unchecked) public final var tag: String?
  /// The values that were computed from the state that is being delivered.
  @exclusivity(unchecked) final var computed: [any ComputedPart] = []

  /// - Parameters:
  ///   - host: where the interests of a host are reported.
  ///   - walkChanges: not given if the state has no change records. Then each commit counts as a change of everything.
  ///     (It is no Optional: each call of a closure that was in one goes through two functions that only convert.)
  @inlinable public init(
    host: CommitSink? = nil,
    walkChanges: @escaping WalkChanges = { stream, _ in stream.walk.tell(stream.tree.root, .changed, .none) }
  ) {
    self.host = host
    self.walkChanges = walkChanges
  }

  // MARK: Overridden where the state is an ObservableState, or the store has a host

  /// Where in the state a key path leads; nil if that is not known.
  open func find(_ place: AnyKeyPath, in state: UnsafePointer<State>) -> StatePlace? { nil }

  /// Forgets the writes until now, without a report.
  open func settle(_ state: inout State) {}

  /// Tells the records in the state which properties are observed.
  open func watch(_ state: inout State) { hasEndedInterests = false }

  /// Reports the value at a path, changed or not.
  open func report(
    _ id: UInt64, _ flags: ChangeFlags, _ options: InterestOptions, at path: JSONPath, of state: State,
    operations range: Range<Int> = 0..<0
  ) { walk.report(id, flags, options) }

  /// Adds an operation to a patch that replaces the whole value at a path.
  open func addReplacement(by state: State, at path: JSONPath) {}

  /// Whether somebody wants to know the actions.
  @inlinable public final var wantsActions: Bool { tree.wantsActions }

  /// Called before `collect` if ``wantsActions``; nil if the commit has no action, because it comes from `set`.
  open func note(_ action: Action?) {}

  /// Notes the tag of an action, or that it has none.
  open func note(tag: String?) { self.tag = tag }

  /// Forgets the last action: the next commits have none.
  open func forgetAction() {}

  /// Whether somebody wants to know the mutations.
  @inlinable public final var wantsMutations: Bool { tree.wantsMutations }

  /// Called before `collect` for each mutation of the commit, if ``wantsMutations``.
  open func note(mutation: any Sendable) { mutations.append(mutation) }

  /// Called when the noted mutations were delivered, so that no other commit has them.
  open func forgetMutations() { mutations.removeAll(keepingCapacity: true) }

  /// Called when somebody missed a commit. The next commit then counts as a change of everything.
  open func noteMiss() {}

  // MARK: Commits

  /// Called before a step: while somebody wants patches, the step keeps what it replaces. Nil if nobody does.
  @inlinable final func enterFormer() -> FormerValues.Home? {
    tree.wantsPatches ? FormerValues.Home(entering: former ?? makeFormer()) : nil
  }

  @usableFromInline @inline(never) final func makeFormer() -> Unmanaged<FormerValues> {
    let made = FormerValues()
    walk.former = made
    former = .passUnretained(made)
    return .passUnretained(made)
  }

  /// Collects the changes of a commit, with the state gate held. True if somebody is to be told.
  ///
  /// - Parameter isAction: whether an action was reduced. If ``wantsActions``, the store has noted it before this call.
  @inlinable public final func collect(_ state: inout State, _ revision: UInt64, isAction: Bool) -> Bool {
    if tree.isEmpty {
      if hasEndedInterests { watch(&state) }
      return false
    }
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

  /// Collects an action without a commit, for observers of actions: in a stub, or behind the mutations of the action. With the
  /// state gate held. True if there is something to deliver.
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
  @usableFromInline final func finishCollecting(_ state: inout State, isAction: Bool) -> Bool {
    reportUnreached(state, isAction: isAction)
    if tree.someCoalesce { postponed.take(from: &walk) }
    return hasNews
  }

  /// Whether somebody is to be told.
  @inlinable final var hasNews: Bool { walk.reports.count > 0 || failure != nil }

  /// The first commit of the action that is being delivered, if it has made several.
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
  final func removeFailed() {
    failure = walk.removeFailed()
    noteMiss()
  }

  /// Reports the commit to the interests that want every commit, although it did not reach them: first its mutations, then its
  /// action.
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
  final func catchUp(_ state: inout State) {
    hasUnwalkedCommits = false
    walk.start(revision)
    look(at: &state)
    postponed.take(from: &walk)
  }
}
