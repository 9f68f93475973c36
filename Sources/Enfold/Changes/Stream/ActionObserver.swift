// ActionObserver: a subscription to the actions of a store.
import Synchronization

/// When an observer of actions is told of one.
public enum ActionPhase: Sendable {
  /// With its commit, in the order of subscriptions.
  case reduced
  /// After the effects that it returned have ended, however they ended.
  case finished
}

/// One observer of a store's actions. Its callbacks run on the draining thread only.
public final class ActionObserver<State, Action>: @unchecked Sendable {
  // Unchecked: what it holds says why.
  public typealias Prepare = (Action, _ revision: UInt64, UnsafePointer<State>) -> () -> Void

  let entry: Entry

  /// - Parameters:
  ///   - prepare: called right after the commit; returns what is to be done in the observer's phase.
  ///   - closed: called when the store closes before the observer is removed.
  public init(phase: ActionPhase, prepare: @escaping Prepare, closed: (() -> Void)? = nil) {
    entry = Entry(phase, prepare, closed)
  }

  /// What is registered.
  final class Entry: AnyObserver, @unchecked Sendable {
    // Unchecked: as the class above.
    private var prepare: Prepare?
    private var closed: (() -> Void)?

    init(_ phase: ActionPhase, _ prepare: @escaping Prepare, _ closed: (() -> Void)?) {
      self.prepare = prepare
      self.closed = closed
      super.init(phase == .reduced ? .actions : [.actions, .finished])
    }

    /// What to do in the phase, unless the observer was removed by then.
    func note(_ action: Action, _ revision: UInt64, _ state: UnsafePointer<State>) -> (() -> Void)? {
      guard isActive.load(ordering: .acquiring), let body = prepare?(action, revision, state) else { return nil }
      return { [self] in if isActive.load(ordering: .acquiring) { body() } }
    }

    override func tellClosed() { closed?() }

    override func clear() {
      prepare = nil
      closed = nil
    }
  }
}

/// Something to do once, in its turn on a store's draining thread.
@usableFromInline final class ActionEnding: @unchecked Sendable {
  // Unchecked: the closures are used by whoever wins the exchange, on the draining thread, and then let go.
  private let isDone = Atomic<Bool>(false)
  private var bodies: [() -> Void]

  init(_ bodies: [() -> Void]) { self.bodies = bodies }

  @usableFromInline var isEmpty: Bool { bodies.isEmpty }

  @usableFromInline
  func run() {
    if isDone.exchange(true, ordering: .acquiringAndReleasing) { return }
    for body in bodies { body() }
    bodies = []
  }
}
