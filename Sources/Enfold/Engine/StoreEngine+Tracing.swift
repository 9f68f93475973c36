// StoreEngine: what a traced store reports of its steps and effects.
import CEnfoldSupport
import Synchronization

/// Traced stores whose owners give them no number are numbered in their order.
private let lastTracedStore = Atomic<UInt64>(0)

extension StoreEngine {
  /// From now on, in its turn, the store tells everything that happens to a tracer; nil: not any more.
  ///
  /// - Parameter number: by which its owner knows the tracer.
  public func trace(_ number: UInt64, _ tracer: StoreTracer?, mayDrain: Bool = true) -> Performed {
    perform(mayDrain: mayDrain) { [self] isOpen in if isOpen { traceNow(number, tracer) } }
  }

  /// ``trace(_:_:mayDrain:)`` in its turn, on the draining thread.
  public func traceNow(_ number: UInt64, _ tracer: StoreTracer?) {
    guard tracer != nil || knownTrace != nil else { return }
    // A cause that was noted for a commit that is not traced.
    if tracer == nil { lock.withLock { shared?.cause = nil } }
    let trace = knownTrace ?? makeTrace(tracer?.store ?? 0)
    _ = shared?.takeFound()
    let isOn = trace.setTracer(number, tracer)
    stepTrace = isOn ? .passUnretained(trace) : nil  // the engine keeps it
    isPlain = isSimple && !isOn
  }

  /// The trace, if the store was ever traced. May be called on any thread.
  @inlinable var knownTrace: StoreTrace? { madeTrace.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Whether the store is traced now. May be called on any thread.
  @inlinable @inline(__always) var isTraced: Bool {
    madeTrace.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.isOn.load(ordering: .relaxed) } ?? false
  }

  /// On the draining thread, so there is only one.
  private func makeTrace(_ store: UInt64) -> StoreTrace {
    let made = StoreTrace(
      store: store > 0 ? store : lastTracedStore.add(1, ordering: .relaxed).newValue, revision: revision)
    madeTrace.store(.passRetained(made), ordering: .releasing)
    return made
  }

  /// Where an entry comes from that is appended now.
  ///
  /// - Parameter revision: that of the commit whose effect sends it.
  @inlinable @inline(__always) func origin(since revision: UInt64 = 0) -> EntryOrigin {
    EntryOrigin(revision: revision, time: isTraced ? UInt64(enfold_monotonic_now()) : 0)
  }

  /// Tells that an effect begins. Returns its cause, and a function that tells its end; nil if the store is not traced.
  @usableFromInline @inline(never) func traceEffect(
    _ effect: EffectOrigin, of source: EffectSource<Action>, _ account: EffectAccount
  ) -> (cause: EffectCause, end: @Sendable (TraceOutcome) -> Void)? {
    guard isTraced, let trace = knownTrace else { return nil }
    let task = account.task.number(or: trace.takeTask)
    let action = KeptTypedAction(source.action)
    @Sendable func entry(_ kind: TraceKind, _ revision: UInt64, _ detail: TraceDetail) -> TraceEntry {
      var entry = TraceEntry(kind, revision, detail)
      entry.task = task
      entry.cause = source.revision
      entry.tag = account.task.tag
      return entry
    }
    let detail = TraceDetail(effect: effect, row: account.path?.row)
    @Sendable func tell(_ kind: TraceKind, _ outcome: TraceOutcome?, _ revision: UInt64) {
      var entry = entry(kind, revision, detail)
      entry.outcome = outcome
      trace.add(entry, action)
    }
    tell(.effectBegan, nil, revision)
    let requests = RequestTrace { request, isAnswer in
      // Not the store's: to ask it may end it, with a lock held.
      let detail = TraceDetail(row: detail.row, request: request)
      let revision = trace.revision.load(ordering: .acquiring)
      trace.append(entry(isAnswer ? .answer : .request, revision, detail), nil)
    } flush: {
      trace.flush()
    }
    let writer = SharedWriter(store: trace.store, revision: source.revision, tag: account.task.tag)
    let cause = EffectCause(of: account, writer, requests) { Diagnostic.name(of: source.action) }
    return (cause, { [weak self] in tell(.effectEnded, $0, self?.revision ?? source.revision) })
  }

  /// The step changes the state from now on. If somebody wants to know, this is told until `leaveTap`.
  @inlinable @inline(__always) func enterTap(_ account: TaskAccount?) {
    if stepTrace != nil || account?.given != nil { enterNeededTap(account) }
  }

  @usableFromInline @inline(never) func enterNeededTap(_ account: TaskAccount?) {
    let next = commits.load(ordering: .relaxed) &+ 1
    guard let given = account?.given else {
      stepTrace?._withUnsafeGuaranteedRef { $0.tap.enter(next, account?.tag) }
      return
    }
    let tap = StepTap(stepTrace, given)
    tap.enter(next, account?.tag)
    ownTap = tap
  }

  /// The step has changed the state.
  @inlinable @inline(__always) func leaveTap() { if stepTrace != nil || ownTap != nil { leaveNeededTap() } }

  @usableFromInline @inline(never) func leaveNeededTap() {
    if let tap = exchange(&ownTap, with: nil) {
      tap.leave()
    } else {
      stepTrace?._withUnsafeGuaranteedRef { $0.tap.leave() }
    }
  }

  /// Says what was given to the dependencies of an action and is another than what they were asked for.
  @usableFromInline @inline(never) func reportDifference(_ given: GivenDependencies, _ action: Action?) {
    guard let difference = given.difference else { return }
    owner.diagnose(
      Diagnostic(
        level: .warning, .dependencyDiffers,
        message: "the values of its dependencies differ from those that were given: \(difference)",
        action: action.map { Diagnostic.name(of: $0) }))
  }

  /// Tells what dependencies have given while the first state was made. In its turn.
  package func traceOpening(_ values: [DependencyValue]) {
    guard let trace = knownTrace else { return }
    for value in values {
      trace.add(TraceEntry(.dependency, revision, TraceDetail(dependency: value)), nil)
    }
  }

  /// Tells which numbers come next in the stacks of the state, which does not say it. In its turn. While the store has made no commit
  /// its first state says it.
  package func traceStacks() {
    guard revision > 0, let numbers = shared?.stacks?.known, !numbers.isEmpty else { return }
    traceOpening([DependencyValue(name: "stacks", value: JSON.string(numbers))])
  }

  /// Has the stacks of the first state count on from these numbers. While nobody else knows the store.
  package func raiseStacks(_ numbers: [String: Int]) {
    let numbers = numbers.mapValues { min($0, StackElementID.greatest) }
    _ = withMutableState { state, _ in shared?.raise(numbers, in: &state) }
  }

  /// A copy of an action, for an entry that has to wait.
  @usableFromInline @inline(never) func keep(_ action: Action?) -> AnyObject? { action.map { KeptTypedAction($0) } }

  /// Notes that the store was held or released. With the store's lock held; `tellHeld` tells it without the lock.
  func noteHeld(_ isOn: Bool) {
    if isTraced { knownTrace?.append(TraceEntry(isOn ? .held : .released, revision), nil) }
  }

  func tellHeld() { if isTraced { knownTrace?.flush() } }
}

extension EffectOutcome {
  @usableFromInline var traceOutcome: TraceOutcome {
    switch self {
    case .finished: .finished
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }
}
