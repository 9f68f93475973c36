// StoreEngine: interpreting effect trees.
import Synchronization

extension StoreEngine {
  /// Starts the effects of a reduced action, as part of its task; makes the task if there is none yet.
  @usableFromInline
  func begin(_ effect: Effect<Action>, of action: Action, _ node: TaskNode?) -> TaskNode {
    let task = node ?? TaskNode(registry: registry)
    start(effect.operation, of: action, task, whenEnded: nil)
    if node == nil { registry.leave(task) }
    return task
  }

  /// Starts one part of a tree. `whenEnded` is called once it has ended, unless the whole task was cancelled.
  func start(
    _ operation: Effect<Action>.Operation, of action: Action, _ task: TaskNode, whenEnded: (@Sendable () -> Void)?
  ) {
    switch operation {
    case .none: whenEnded?()
    case .send(let next):
      submit(next, task)
      whenEnded?()
    case .run(let run): startRun(run, of: action, task, whenEnded: whenEnded)
    case .merge(let parts):
      let countdown = whenEnded.map { Countdown(parts.count, $0) }
      for part in parts { start(part, of: action, task, whenEnded: countdown.map { $0.leave }) }
    case .concatenate(let parts):
      EffectSequence(parts, of: action, task, in: self, whenEnded: whenEnded).advance()
    }
  }

  private func startRun(
    _ operation: RunOperation<Action>, of action: Action, _ task: TaskNode, whenEnded: (@Sendable () -> Void)?
  ) {
    guard let run = registry.begin(for: task, whenEnded: whenEnded) else { return }
    let send = Send<Action> { [weak self] next in
      guard let self, !registry.isEnded(run) else { return }
      submit(next, task)
    }
    let work = Task.immediate(priority: operation.priority) { [registry, weak self] in
      let outcome = await operation.execute(send)
      if case .failed(let error) = outcome, !registry.isEnded(run) {
        self?.hooks.diagnose?(
          Diagnostic(
            level: .error, message: "failed: \(error)", action: actionName(action), effect: operation.origin))
      }
      _ = registry.end(run, outcome)
    }
    registry.attach(work, to: run)
  }

  /// Appends an action that belongs to a task which goes on.
  private func submit(_ action: Action, _ task: TaskNode) {
    registry.enter(task)
    let outcome = enqueue(CollectionOfOne(.action(action, task)), mayDrain: drainsOnCaller)
    guard case .refused(let error) = outcome else { return }
    registry.leave(task, cancelled: true)
    if error != .closed {
      hooks.diagnose?(Diagnostic(level: .error, message: "dropped: \(error)", action: actionName(action)))
    }
  }
}

/// Calls a closure after so many others.
private final class Countdown: Sendable {
  private let count: Atomic<Int>
  private let whenDone: @Sendable () -> Void

  init(_ count: Int, _ whenDone: @escaping @Sendable () -> Void) {
    self.count = Atomic(count)
    self.whenDone = whenDone
  }

  @Sendable func leave() {
    if count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { whenDone() }
  }
}

/// Runs the parts of a concatenation one after the other, without recursion when parts end as soon as they start.
private final class EffectSequence<State: Sendable, Action: Sendable>: Sendable {
  private let parts: [Effect<Action>.Operation]
  private let next = Atomic<Int>(0)
  private let action: Action
  private let task: TaskNode
  // Weak would let the store go while its effects run; its owner closes it, which cancels them.
  private let engine: StoreEngine<State, Action>
  private let whenEnded: (@Sendable () -> Void)?

  init(
    _ parts: [Effect<Action>.Operation], of action: Action, _ task: TaskNode, in engine: StoreEngine<State, Action>,
    whenEnded: (@Sendable () -> Void)?
  ) {
    self.parts = parts
    self.action = action
    self.task = task
    self.engine = engine
    self.whenEnded = whenEnded
  }

  func advance() {
    while true {
      let index = next.add(1, ordering: .acquiringAndReleasing).oldValue
      guard index < parts.count else {
        whenEnded?()
        return
      }
      // Whoever comes second, this loop or the part's end, goes on.
      let turn = Turn()
      engine.start(parts[index], of: action, task) { [self] in
        if turn.isSecond() { advance() }
      }
      if !turn.isSecond() { return }
    }
  }

  private final class Turn: Sendable {
    private let isTaken = Atomic<Bool>(false)
    func isSecond() -> Bool { isTaken.exchange(true, ordering: .acquiringAndReleasing) }
  }
}
