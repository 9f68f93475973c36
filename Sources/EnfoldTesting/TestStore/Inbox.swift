// Inbox: what effects have sent and the test has not received, and the wait for more.
import DequeModule
import Dispatch

/// An action that waits to be received.
struct ReceivedAction<Action: Sendable>: Sendable {
  let action: Action
  /// Nil if what sent it was skipped: it then belongs to no effect any more.
  let held: HeldAction<Action>?

  /// Whether what sent it was cancelled meanwhile.
  var isCancelled: Bool { held?.isCancelled ?? false }
}

/// Keeps received actions in order. Also where everything is noted that happens while the test does not look.
///
/// Its version grows whenever something happens in the store: an action comes, the last effect ends, time is up.
final class Inbox<Action: Sendable>: StoreOwner, @unchecked Sendable {
  // Unchecked: nothing changes after init, but under the lock of `content`.
  private struct Content: Sendable {
    var actions: Deque<ReceivedAction<Action>> = []
    var problems: [String] = []
    var isClosed = false
    var isFull = false
    var version = 0
    var waiting: [@Sendable () -> Void] = []

    /// Takes out who waits, to be called without the lock.
    mutating func change() -> [@Sendable () -> Void] {
      version += 1
      defer { waiting = [] }
      return waiting
    }
  }

  private let content = Locked(Content())
  /// Where effects run: it stands still while too much waits here.
  private let effects: DispatchQueue

  init(effects: DispatchQueue) {
    self.effects = effects
    super.init()
  }

  // MARK: What happens to the store

  override func becameIdle() { noteChange() }

  override func diagnose(_ diagnostic: Diagnostic) {
    if diagnostic.level == .error || diagnostic.level == .warning { note(problem: "\(diagnostic)") }
  }

  // MARK: Actions

  func append(_ held: HeldAction<Action>) {
    let isOpen = change { content in
      if content.isClosed { return false }
      content.actions.append(ReceivedAction(action: held.action, held: held))
      adjust(&content)
      return true
    }
    if !isOpen { held.drop() }
  }

  /// What waits to be received. What was cancelled has vanished.
  var actions: [ReceivedAction<Action>] {
    dropCancelled()
    return content.withLock { $0.actions.filter { !$0.isCancelled } }
  }

  /// Takes out the next action. It may be cancelled right now.
  func next() -> ReceivedAction<Action>? {
    while let next = content.withLock({ pop(&$0) }) {
      if !next.isCancelled { return next }
      next.held?.drop()
    }
    return nil
  }

  private func pop(_ content: inout Content) -> ReceivedAction<Action>? {
    defer { adjust(&content) }
    return content.actions.popFirst()
  }

  /// So much waits that effects stand still.
  var isFull: Bool { content.withLock { $0.isFull } }

  private func adjust(_ content: inout Content) {
    let isFull = content.actions.count > (content.isFull ? 5_000 : 10_000)
    if isFull == content.isFull { return }
    content.isFull = isFull
    if isFull { effects.suspend() } else { effects.resume() }
  }

  /// Whether nothing waits, but for what was cancelled.
  var isEmpty: Bool { content.withLock { $0.actions.allSatisfy(\.isCancelled) } }

  /// Drops what was cancelled.
  func dropCancelled() {
    let cancelled = content.withLock { content in
      let cancelled = content.actions.filter(\.isCancelled)
      if !cancelled.isEmpty { content.actions.removeAll(where: \.isCancelled) }
      adjust(&content)
      return cancelled
    }
    for action in cancelled { action.held?.drop() }
  }

  /// Drops everything, now and from now on.
  func close() {
    content.withLock { $0.isClosed = true }
    clear()
  }

  /// Drops everything.
  func clear() {
    let actions = content.withLock { content in
      defer {
        content.actions = []
        adjust(&content)
      }
      return content.actions
    }
    for action in actions { action.held?.drop() }
  }

  /// Makes the actions independent of the effects that sent them, which are about to be cancelled.
  func detachFromEffects() {
    let held = content.withLock { content in
      let live = content.actions.filter { !$0.isCancelled }
      let held = content.actions.compactMap(\.held)
      content.actions = Deque(live.map { ReceivedAction(action: $0.action, held: nil) })
      adjust(&content)
      return held
    }
    for action in held { action.drop() }
  }

  // MARK: Problems

  /// Notes something that must fail the test, to be told where the test is then.
  func note(problem: String) { change { $0.problems.append(problem) } }

  /// Takes out what was noted.
  func takeProblems() -> [String] {
    content.withLock { content in
      defer { content.problems = [] }
      return content.problems
    }
  }

  // MARK: Waiting

  var version: Int { content.withLock { $0.version } }

  /// Something happened in the store.
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
