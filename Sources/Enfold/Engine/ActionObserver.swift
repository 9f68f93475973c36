// ActionObserver: a subscription to the actions of a store.
import Synchronization

/// When an observer of actions is told of one.
public enum ActionPhase: Sendable {
  /// After the action was reduced and its commit's observers were called.
  case reduced
  /// After the effects that it returned have ended, however they ended.
  case finished
}

/// One observer of a store's actions. Its callbacks run on the draining thread only.
public final class ActionObserver<State, Action>: @unchecked Sendable {
  // Unchecked: everything but `isActive`, which is atomic, is touched by the drainer only.
  @usableFromInline let isActive = Atomic<Bool>(true)
  @usableFromInline let phase: ActionPhase
  private var prepare: ((Action, _ revision: UInt64, UnsafePointer<State>) -> () -> Void)?
  private var closed: (() -> Void)?

  /// - Parameters:
  ///   - prepare: called right after the commit; returns what is to be done in the observer's phase.
  ///   - closed: called when the store closes before the observer is removed.
  public init(
    phase: ActionPhase, prepare: @escaping (Action, _ revision: UInt64, UnsafePointer<State>) -> () -> Void,
    closed: (() -> Void)? = nil
  ) {
    self.phase = phase
    self.prepare = prepare
    self.closed = closed
  }

  /// What to do in the phase, unless the observer was removed by then.
  func note(_ action: Action, _ revision: UInt64, _ state: UnsafePointer<State>) -> (() -> Void)? {
    guard isActive.load(ordering: .acquiring), let body = prepare?(action, revision, state) else { return nil }
    return { [self] in if isActive.load(ordering: .acquiring) { body() } }
  }

  func close() {
    if isActive.exchange(false, ordering: .acquiringAndReleasing) { closed?() }
    clear()
  }

  func clear() {
    prepare = nil
    closed = nil
  }
}

extension ActionObserver: Ending {
  var hasEnded: Bool { !isActive.load(ordering: .relaxed) }
}

/// Something to do once, in its turn on a store's draining thread.
final class ActionEnding: @unchecked Sendable {
  // Unchecked: the closures are used by whoever wins the exchange, on the draining thread, and then let go.
  private let isDone = Atomic<Bool>(false)
  private var bodies: [() -> Void]

  init(_ bodies: [() -> Void]) { self.bodies = bodies }

  var isEmpty: Bool { bodies.isEmpty }

  func run() {
    if isDone.exchange(true, ordering: .acquiringAndReleasing) { return }
    for body in bodies { body() }
    bodies = []
  }
}

extension StoreEngine {
  /// Adds an observer of actions, in its turn.
  public func add(_ observer: ActionObserver<State, Action>, mayDrain: Bool) {
    let performed = perform(mayDrain: mayDrain) { [self] isOpen in
      guard isOpen else { return observer.close() }
      guard observer.isActive.load(ordering: .acquiring) else { return observer.clear() }
      actionObservers.pointee.append(observer)
    }
    if performed.refusal != nil { observer.close() }
  }

  /// Ends an observer of actions: no call begins after this.
  public func remove(_ observer: ActionObserver<State, Action>, mayDrain: Bool) {
    guard observer.isActive.exchange(false, ordering: .acquiringAndReleasing) else { return }
    _ = perform(mayDrain: mayDrain) { [self] _ in
      deadActionObservers = actionObservers.pointee.sweep(deadActionObservers + 1)
      observer.clear()
    }
  }

  /// The end of a step whose action is observed.
  @usableFromInline
  func finishStep(_ action: Action, _ effect: Effect<Action>, _ isObserved: Bool, _ node: TaskNode?) -> TaskNode? {
    var reduced: [() -> Void] = []
    var finished: [() -> Void] = []
    for observer in actionObservers.pointee {
      guard let body = observer.note(action, commits.load(ordering: .relaxed), UnsafePointer(state)) else { continue }
      if observer.phase == .reduced { reduced.append(body) } else { finished.append(body) }
    }
    let ending = ActionEnding(finished)
    let node = effect.isNone ? node : begin(effect, of: action, node, then: ending)
    notify(isObserved)
    for body in reduced where !isClosing { body() }
    if effect.isNone, !isClosing { ending.run() }
    return node
  }

  /// Starts the effects of an action that somebody wants to know the end of.
  private func begin(
    _ effect: Effect<Action>, of action: Action, _ node: TaskNode?, then ending: ActionEnding
  ) -> TaskNode {
    if ending.isEmpty { return begin(effect, of: action, node) }
    // In its turn: effects end on any thread.
    let end: @Sendable () -> Void = { [weak self] in
      guard let self else { return }
      _ = perform(mayDrain: drainsOnCaller) { isOpen in if isOpen { ending.run() } }
    }
    // A task that is cancelled does not come to the last part.
    let task = node ?? TaskNode(registry: registry)
    let waiter = task.whenEnded { _ in end() }
    let last = Effect<Action>.run(name: "observe actions") { _ in
      task.forget(waiter)
      end()
    }
    _ = begin(.concatenate(effect, last), of: action, task)
    if node == nil { task.leave() }
    return task
  }
}
