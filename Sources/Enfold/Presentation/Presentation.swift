// Presentation: whether the child that reduces, or whose effect runs, is presented, and what dismisses it then.
import Synchronization

/// What an operator says of its child while the child reduces, or while an effect of the child runs.
@usableFromInline struct Presentation: Sendable {
  /// That of the innermost child whose operator says anything.
  @TaskLocal static var current: Presentation?

  /// Whether anything in this process is presented or asks for it. Before that, effects run without any of this.
  @usableFromInline static let isUsed = Atomic<Bool>(false)

  /// How many presented children are around it, itself included.
  let depth: Int
  /// Whether the child is presented. A plain optional child inside a presented one is not.
  let isPresented: Bool
  /// What dismisses the child, for one of its effects; nil while the child reduces.
  let dismissal: Dismissal?

  /// How one effect of a presented child dismisses it.
  struct Dismissal: Sendable {
    let run: EffectRun
    /// Sends the action, and returns when it was reduced or dropped.
    let send: @Sendable () async -> Void
  }

  /// For a child inside what is bound here.
  private init(isPresented: Bool, dismissal: Dismissal? = nil) {
    depth = (Self.current?.depth ?? 0) + (isPresented ? 1 : 0)
    self.isPresented = isPresented
    self.dismissal = dismissal
  }

  /// What is bound here, if it is meant for the code that runs here. A thread that runs an effect may reduce actions meanwhile,
  /// and begin other effects.
  static var here: Presentation? {
    guard let current else { return nil }
    guard let dismissal = current.dismissal else { return current }
    return !Gates.isInsideAny && dismissal.run === EffectRun.current ? current : nil
  }

  static func noteUse() { if !isUsed.load(ordering: .relaxed) { isUsed.store(true, ordering: .relaxed) } }

  /// Does the work of an effect, for which nothing is bound yet.
  @usableFromInline nonisolated(nonsending) static func bind<R>(
    _ run: EffectRun, _ body: nonisolated(nonsending) () async -> R
  ) async -> R {
    await EffectRun.$current.withValue(run) { await $current.withValue(nil) { await body() } }
  }

  /// Runs a part of a child's reducer.
  static func bind<R>(isPresented: Bool, _ body: () -> R) -> R {
    $current.withValue(Presentation(isPresented: isPresented), operation: body)
  }

  /// Runs work of a presented child's effect.
  nonisolated(nonsending) static func bind<Action, R>(
    dismissing action: Action, by send: Send<Action>,
    _ body: nonisolated(nonsending) () async throws -> R
  ) async rethrows -> R {
    let dismissal = Dismissal(run: send.run) { await send.untilReduced(action) }
    return try await $current.withValue(Presentation(isPresented: true, dismissal: dismissal)) { try await body() }
  }
}

extension Effect {
  /// The effect of a presented child, in which `dismiss` sends an action.
  @usableFromInline func dismissing(_ action: Action) -> Self {
    switch operation {
    case .run, .node: Self(operation.rebuilt(send: Operation.send, run: { .run($0.dismissing(action)) }))
    case .none, .send: self
    }
  }
}

extension RunOperation {
  fileprivate func dismissing(_ action: Action) -> RunOperation {
    let (operation, handler) = (operation, handler)
    let bound: Body = { send in try await Presentation.bind(dismissing: action, by: send) { try await operation(send) }
    }
    var boundHandler: Handler?
    if let handler {
      boundHandler = { error, send in
        await Presentation.bind(dismissing: action, by: send) { await handler(error, send) }
      }
    }
    return RunOperation(
      origin: origin, priority: priority, operation: bound, handler: boundHandler, opening: opening)
  }
}

extension ChildPath {
  /// The innermost child on the way that may be absent while its parent stays as it is; cases of a state are left out, because
  /// they belong to whatever has the state.
  var innermostOptional: ChildOperator? {
    var above: ChildPath? = self
    while let here = above {
      let owner = here.child.owner
      if owner.mayBeAbsent, !owner.isCase { return owner }
      above = here.parent
    }
    return nil
  }
}
