// ActionObserver: a subscription to the actions of a store.
import Synchronization

/// When an observer of actions hears of an action.
public enum ActionPhase: Sendable {
  /// Together with the commit of the action, in the order of subscriptions.
  case reduced
  /// When the effects that the action returned have ended, also if they failed or were cancelled.
  case finished
}

/// One observer of a store's actions. Its callbacks run on the draining thread only.
public final class ActionObserver<State, Action>: @unchecked Sendable {
  // Unchecked: it holds nothing but its `Entry`.
  public typealias Prepare = (Action, _ revision: UInt64, UnsafePointer<State>) -> () -> Void
  public typealias TellMutation = (any Sendable, _ of: Action, _ revision: UInt64, UnsafePointer<State>) -> Void

  let entry: Entry

  /// - Parameters:
  ///   - prepare: called right after the commit. Returns a function to call in the observer's phase.
  ///   - mutations: called for each mutation, with its commit, whatever the phase is.
  ///   - closed: called if the store closes before the observer is removed.
  public init(
    phase: ActionPhase, prepare: @escaping Prepare, mutations: TellMutation? = nil, closed: (() -> Void)? = nil
  ) { entry = Entry(phase, prepare, mutations, closed) }

  /// The part of the observer that the stream keeps.
  final class Entry: AnyObserver, @unchecked Sendable {
    // Unchecked: as `AnyObserver`. Only the drainer uses the closures.
    private var prepare: Prepare?
    private var tellMutation: TellMutation?
    private var closed: (() -> Void)?

    init(
      _ phase: ActionPhase, _ prepare: @escaping Prepare, _ tellMutation: TellMutation?, _ closed: (() -> Void)?
    ) {
      self.prepare = prepare
      self.tellMutation = tellMutation
      self.closed = closed
      var options: InterestOptions = .actions
      if phase == .finished { options.insert(.finished) }
      if tellMutation != nil { options.insert(.mutations) }
      super.init(options)
    }

    /// Returns the function to call when the phase comes; nil if the observer was removed. If it is removed later, that
    /// function does nothing.
    func note(_ action: Action, _ revision: UInt64, _ state: UnsafePointer<State>) -> (() -> Void)? {
      guard isActive.load(ordering: .acquiring), let body = prepare?(action, revision, state) else { return nil }
      return { [self] in if isActive.load(ordering: .acquiring) { body() } }
    }

    /// Tells a mutation, unless the observer was removed.
    func tell(_ mutation: any Sendable, of action: Action, _ revision: UInt64, _ state: UnsafePointer<State>) {
      if isActive.load(ordering: .acquiring) { tellMutation?(mutation, action, revision, state) }
    }

    override func tellClosed() { closed?() }

    override func clear() {
      prepare = nil
      tellMutation = nil
      closed = nil
    }
  }
}

/// The last step of an action whose effects are observed: tells the observers, once, on the draining thread.
@usableFromInline final class ActionEnding: @unchecked Sendable {
  // Unchecked: what changes is touched on the draining thread only.
  private var bodies: [() -> Void]
  /// Whether observers must hear of the action itself first, and whether its effects have ended meanwhile.
  private var isHeld: Bool
  private var isDue = false

  init(_ bodies: [() -> Void] = [], isHeld: Bool = false) {
    self.bodies = bodies
    self.isHeld = isHeld
  }

  /// Adds the functions of another `ActionEnding`. Called before this one runs.
  func add(_ other: ActionEnding) { bodies += other.bodies }

  @usableFromInline var isEmpty: Bool { bodies.isEmpty }

  /// The effects have ended.
  @usableFromInline func run() {
    if isHeld { return isDue = true }
    for body in exchange(&bodies, with: []) { body() }
  }

  /// Observers have heard of the action itself.
  func letGo() {
    isHeld = false
    if isDue { run() }
  }
}
