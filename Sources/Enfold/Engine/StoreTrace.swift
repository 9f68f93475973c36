// StoreTrace: tells the entries of a traced store, in their order. OpenStep: how long the parts of a step take.
import CEnfoldSupport
import Synchronization

/// What a store has that was ever traced. Its entries are told in the order of commits: what a step causes while it is made, such
/// as the beginning of an effect, is told behind the step.
///
/// It knows no type of actions, so that it is compiled once: an action is the address of one.
@usableFromInline final class StoreTrace: @unchecked Sendable {
  // Unchecked: what changes is atomic, or is used under `lock`, or by the drainer only.
  private typealias Waiting = (entry: TraceEntry, action: KeptAction?)

  @usableFromInline let isOn = Atomic<Bool>(false)
  private let lastTask = Atomic<UInt64>(0)
  /// The revision of the last commit.
  let revision: Atomic<UInt64>
  private let lock = Lock()
  /// By the numbers that their owners have chosen.
  @exclusivity(unchecked) private var tracers: [(number: UInt64, tracer: StoreTracer)] = []
  /// How many steps are being made, one inside the other, and what they have caused so far.
  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var waiting: [Waiting] = []
  /// Whether a thread tells entries, which come one after the other.
  @exclusivity(unchecked) private var isTelling = false
  /// Which one, if one does.
  @exclusivity(unchecked) private var teller: UInt = 0
  /// The times of the innermost step that is being made, and those of the steps around it. Touched by the drainer only.
  @exclusivity(unchecked) private var times = OpenStep()
  @exclusivity(unchecked) private var outer: [OpenStep] = []
  /// Who has changed the shared value that the next step takes over. Touched by the drainer only.
  @exclusivity(unchecked) var sharedCause: SharedCause?
  let writer: SharedWriter
  let store: UInt64
  /// What a step tells while it changes the state.
  let tap = StepTap()

  init(store: UInt64, revision: UInt64) {
    self.store = store
    self.revision = Atomic(revision)
    writer = SharedWriter(store: store, isStep: true)
    tap.trace = .passUnretained(self)
  }

  deinit { if isOn.load(ordering: .relaxed) { SharedWriter.traces.subtract(1, ordering: .relaxed) } }

  /// From now on entries are told to this tracer, too; nil: not any more. Returns whether anybody is told.
  func setTracer(_ number: UInt64, _ tracer: StoreTracer?) -> Bool {
    let (isOn, former) = lock.withLock {
      let former = tracers
      tracers.removeAll { $0.number == number }
      if let tracer { tracers.append((number, tracer)) }
      return (!tracers.isEmpty, former)
    }
    // Without the lock, because the end of a tracer may run any code.
    withExtendedLifetime(former) {}
    if self.isOn.exchange(isOn, ordering: .acquiringAndReleasing) != isOn {
      _ = SharedWriter.traces.add(isOn ? 1 : -1, ordering: .relaxed)
    }
    return isOn
  }

  func takeTask() -> UInt64 { lastTask.add(1, ordering: .relaxed).newValue }

  /// Tells an entry; not before the step has ended that is being made, and not before what waits already.
  func add(_ entry: TraceEntry, _ action: KeptAction?) {
    append(entry, action)
    flush()
  }

  /// Puts an entry behind those that wait. It is told by the next `flush`, or at the end of a step.
  func append(_ entry: TraceEntry, _ action: KeptAction?) {
    var entry = entry
    entry.store = store
    lock.withLock { waiting.append((entry, action)) }
  }

  /// Tells what waits, unless a step is being made, or another thread tells: then that does it.
  func flush() {
    lock.acquire()
    if isTelling { return lock.release() }
    (isTelling, teller) = (true, enfold_thread_id())
    tellWaiting()
  }

  /// Returns when everything was told that has happened so far: behind the end of the store its host takes nothing. If another thread is
  /// telling, this waits for it, but at most a second, because that thread may wait for this one.
  func waitUntilTold() {
    flush()
    let (thread, end) = (enfold_thread_id(), enfold_monotonic_now() + 1_000_000_000)
    while lock.withLock({ isTelling && teller != thread }), enfold_monotonic_now() < end {
      enfold_thread_yield()
    }
  }

  /// Tells what waits, in order and without the lock, and what comes meanwhile. With the lock held, and `isTelling` set; releases
  /// the lock.
  private func tellWaiting() {
    while depth == 0, !waiting.isEmpty {
      let (told, tracers) = (exchange(&waiting, with: []), tracers)
      lock.release()
      for each in told { Self.tell(each, to: tracers) }
      lock.acquire()
    }
    isTelling = false
    lock.release()
  }

  private static func tell(_ told: Waiting, to tracers: [(number: UInt64, tracer: StoreTracer)]) {
    for (_, tracer) in tracers {
      if let action = told.action {
        action.withPointer { tracer.tell(told.entry, $0) }
      } else {
        tracer.tell(told.entry, nil)
      }
    }
  }

  // MARK: Steps, on the draining thread

  /// A step begins, perhaps inside another one.
  @usableFromInline func beginStep() {
    lock.acquire()
    if depth > 0 { outer.append(times) }
    depth += 1
    times.place = waiting.count
    times.given = 0
    times.depends = nil
    lock.release()
    times.begun = OpenStep.now
  }

  @usableFromInline func noteDependence(_ depends: TraceDependence) {
    if times.depends != .reactor { times.depends = depends }
  }

  @usableFromInline func noteReduced() { times.reduced = OpenStep.now }

  /// Something has happened while the state is changed: it is told before the step.
  func addBeforeStep(_ value: DependencyValue, _ revision: UInt64) {
    var entry = TraceEntry(.dependency, revision, TraceDetail(dependency: value))
    entry.store = store
    lock.withLock {
      waiting.insert((entry, nil), at: times.place)
      times.place += 1
      times.given += 1
    }
  }

  @usableFromInline func noteCollected(revision: UInt64, _ stacks: StackNumbers?) {
    times.revision = revision
    times.next = stacks?.takeRisen() ?? [:]
    self.revision.store(revision, ordering: .releasing)
    times.collected = OpenStep.now
    times.telling = times.collected
  }

  /// The effects of the step have begun.
  @usableFromInline func noteEffects() { times.telling = OpenStep.now }

  /// A step has ended without a commit. What dependencies gave in it is not told.
  @usableFromInline func endStep() {
    lock.acquire()
    depth -= 1
    if times.given > 0 { waiting.removeSubrange(times.place - times.given..<times.place) }
    if let around = outer.popLast() { times = around }
    lock.release()
    flush()
  }

  /// A step has ended with a commit.
  ///
  /// - Parameters:
  ///   - account: its task; nil if it has none.
  ///   - action: where its action is; nil if it has none.
  ///   - keep: makes a copy of the action.
  @usableFromInline func endStep(
    _ kind: TraceKind, _ account: TaskAccount?, _ origin: EntryOrigin, _ action: UnsafeRawPointer?,
    keep: () -> AnyObject?
  ) {
    var entry = TraceEntry(kind, times.revision, times.next.isEmpty ? nil : TraceDetail(next: times.next))
    entry.store = store
    entry.cause = origin.revision
    entry.depends = times.depends
    entry.tag = account?.tag
    if let account {
      entry.task = account.number(or: takeTask)
    } else if kind == .action || kind == .binding {
      entry.task = takeTask()
    }
    if origin.time > 0 { entry.waited = times.begun &- origin.time }
    if kind == .shared, let shared = exchange(&sharedCause, with: nil) {
      (entry.writer, entry.tag, entry.waited) = (shared.writer, shared.tag, times.begun &- shared.time)
    }
    entry.reduced = times.reduced &- times.begun
    entry.collected = times.collected &- times.reduced
    entry.told = OpenStep.now &- times.telling
    lock.acquire()
    depth -= 1
    if depth == 0, waiting.isEmpty, !isTelling {
      (isTelling, teller) = (true, enfold_thread_id())
      lock.release()
      // Without a copy: tracers come and go in the turn of the drainer, which is here.
      for place in tracers.indices { tracers[place].tracer.tell(entry, action) }
      lock.acquire()
      return tellWaiting()
    }
    waiting.insert((entry, keep() as? KeptAction), at: times.place)
    if let around = outer.popLast() { times = around }
    lock.release()
    flush()
  }
}

/// A step that is being made and traced: its times, and the place of its entry among those that wait.
struct OpenStep {
  var place = 0
  /// How many values of dependencies wait before that place.
  var given = 0
  var begun: UInt64 = 0
  var reduced: UInt64 = 0
  var collected: UInt64 = 0
  var telling: UInt64 = 0
  var revision: UInt64 = 0
  var depends: TraceDependence?
  /// The next numbers of the stacks that have given numbers.
  var next: [String: Int] = [:]

  static var now: UInt64 { UInt64(enfold_monotonic_now()) }
}

extension StepCause {
  @inlinable var kind: TraceKind {
    switch self {
    case .action: .action
    case .mutation: .mutation
    case .set: .set
    case .restore: .restore
    case .shared: .shared
    }
  }
}
