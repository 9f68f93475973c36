// CommitLog: the events of a test's store that were not asserted yet, and the wait for more.
import CustomDump
import DequeModule
import Dispatch

/// A commit: its cause, and the state before and after.
struct TestCommit<State: Sendable, Action: Sendable>: Sendable {
  let cause: CommitCause<Action>
  let before: State
  let after: State
  /// Its number among the commits of the store.
  let number: Int

  /// The action that an effect sent, the mutation, or the change of shared values, if that is the cause.
  var received: (any Sendable)? {
    switch cause {
    case .received(let action): action
    case .mutated(let mutation): mutation
    case .shared: SharedChange()
    case .sent, .set: nil
    }
  }
}

/// The entry that is received when shared values were changed elsewhere.
struct SharedChange: Equatable, Sendable, CustomDumpStringConvertible {
  var customDumpDescription: String { "A change of shared values, made elsewhere: receive it with receiveShared" }
}

/// Keeps the commits that the test has not asserted, in order. Also notes everything that happens in the store while the
/// test does not look.
///
/// Its version grows whenever something happens in the store: a commit comes, the last effect ends, time is up.
final class CommitLog<State: Sendable, Action: Sendable>: StoreOwner, @unchecked Sendable {
  // Unchecked: after init only `content` changes, which has a lock.
  typealias Commit = TestCommit<State, Action>

  private struct Content: Sendable {
    var commits: Deque<Commit> = []
    /// The state after the last commit, and how many commits there were.
    var last: State
    var count = 0
    /// The state after the last of those commits that were asserted, and the number of that commit.
    var asserted: State
    var assertedNumber = 0
    var problems: [String] = []
    var isClosed = false
    var isFull = false
    var isEndless = false
    var version = 0
    var waiting: [@Sendable () -> Void] = []

    init(_ state: State) {
      last = state
      asserted = state
    }

    /// Notes a change. Returns the functions that are to be called because of the change, when the lock has been given
    /// back.
    mutating func change() -> [@Sendable () -> Void] {
      version += 1
      defer { waiting = [] }
      return waiting
    }
  }

  private let content: Locked<Content>
  /// Whether problems fail the test.
  private let reports = IssueReports.inStores
  private let executor: EffectExecutor
  /// Where effects run. Suspended while too many commits wait here.
  private let effects: DispatchQueue

  init(_ state: State, _ executor: EffectExecutor, on effects: DispatchQueue) {
    content = Locked(Content(state))
    self.executor = executor
    self.effects = effects
    super.init()
  }

  override var effectExecutor: (any TaskExecutor)? { executor }

  /// Notes the state that the store begins with.
  func begin(_ state: State) {
    content.withLock { content in
      content.last = state
      content.asserted = state
    }
  }

  // MARK: Events of the store

  override func becameIdle() { noteChange() }

  override func diagnose(_ diagnostic: Diagnostic) {
    guard diagnostic.level == .error || diagnostic.level == .warning else { return }
    if diagnostic.failsTests, reports == .off { return StandardError.print("\(diagnostic)") }
    note(problem: "\(diagnostic)")
  }

  /// Notes a commit. Called on the draining thread.
  func append(_ cause: CommitCause<Action>, _ state: State) {
    change { content in
      content.count += 1
      let commit = Commit(cause: cause, before: content.last, after: state, number: content.count)
      content.last = state
      if !content.isClosed { content.commits.append(commit) }
      adjust(&content)
    }
  }

  // MARK: Commits

  /// The state after the last commit that was asserted.
  var asserted: State { content.withLock { $0.asserted } }

  /// Notes that a commit was asserted.
  func noteAsserted(_ commit: Commit) {
    content.withLock { content in
      guard commit.number > content.assertedNumber else { return }
      content.asserted = commit.after
      content.assertedNumber = commit.number
    }
  }

  /// The actions of effects, the mutations, and the changes of shared values, that wait to be asserted.
  var received: [any Sendable] { content.withLock { $0.commits.compactMap(\.received) } }

  /// Whether nothing waits to be asserted.
  var isEmpty: Bool { content.withLock { $0.commits.isEmpty } }

  /// Takes out the next commit.
  func next() -> Commit? {
    content.withLock { content in
      defer { adjust(&content) }
      return content.commits.popFirst()
    }
  }

  /// Takes out all commits.
  func takeAll() -> Deque<Commit> {
    content.withLock { content in
      defer {
        content.commits = []
        adjust(&content)
      }
      return content.commits
    }
  }

  /// Takes out the first commit that satisfies a predicate, and those before it.
  func take(through isExpected: (Commit) -> Bool) -> (skipped: Deque<Commit>, commit: Commit)? {
    // The predicate is code of the test, which must not run under the lock. Only the test takes commits out.
    let commits = content.withLock { $0.commits }
    guard let index = commits.firstIndex(where: isExpected) else { return nil }
    content.withLock { content in
      content.commits.removeFirst(index + 1)
      adjust(&content)
    }
    var skipped = commits
    skipped.removeLast(commits.count - index)
    return (skipped, commits[index])
  }

  /// Takes out the commit that the test itself has made last.
  func takeOwn() -> Commit? {
    content.withLock { content in
      defer { adjust(&content) }
      return content.commits.firstIndex { $0.received == nil }.map { content.commits.remove(at: $0) }
    }
  }

  /// Forgets everything, now and from now on.
  func close() {
    content.withLock { $0.isClosed = true }
    clear()
  }

  /// Forgets all commits.
  func clear() { _ = takeAll() }

  /// Whether so many commits wait that effects are suspended.
  var isFull: Bool { content.withLock { $0.isFull } }

  /// Whether so many commits wait that actions must be sending each other without an end. Notes that as a problem, once.
  func isEndless(_ limit: Int = 100_000) -> Bool {
    let (isEndless, isNew) = content.withLock { content in
      let isEndless = content.commits.count > limit
      defer { content.isEndless = isEndless }
      return (isEndless, isEndless && !content.isEndless)
    }
    if isNew {
      note(
        problem: """
          Effects do not stop sending actions: \(limit) were reduced and not received. The effects of further actions \
          are left out.
          """)
    }
    return isEndless
  }

  private func adjust(_ content: inout Content) {
    let isFull = content.commits.count > (content.isFull ? 5_000 : 10_000)
    if isFull == content.isFull { return }
    content.isFull = isFull
    if isFull { effects.suspend() } else { effects.resume() }
  }

  // MARK: Problems

  /// Notes a problem that must fail the test. The test reports the problem the next time it looks here, at the line
  /// where it then is.
  func note(problem: String) { change { $0.problems.append(problem) } }

  /// Takes out the problems that were noted.
  func takeProblems() -> [String] {
    content.withLock { content in
      defer { content.problems = [] }
      return content.problems
    }
  }

  // MARK: Waiting

  var version: Int { content.withLock { $0.version } }

  /// Notes that something happened in the store.
  func noteChange() { change { _ in } }

  /// Waits until the version is another one.
  func waitForChange(after version: Int) async {
    await withCheckedContinuation { continuation in
      callAtChange(after: version) { continuation.resume() }
    }
  }

  /// Blocks this thread until the version is another one, or until `deadline`.
  func blockUntilChange(after version: Int, deadline: DispatchTime) {
    let semaphore = DispatchSemaphore(value: 0)
    callAtChange(after: version) { semaphore.signal() }
    _ = semaphore.wait(timeout: deadline)
  }

  private func callAtChange(after version: Int, _ body: @escaping @Sendable () -> Void) {
    let waits = content.withLock { content in
      if content.version == version { content.waiting.append(body) }
      return content.version == version
    }
    if !waits { body() }
  }

  private func change<R>(_ body: (inout Content) -> R) -> R {
    let (result, waiting) = content.withLock { content in (body(&content), content.change()) }
    for body in waiting { body() }
    return result
  }
}
