// Effect: what a reducer wants to happen besides the change of state. Operation lists the kinds.

/// A description of work that ends in further actions.
///
/// An effect is a value, a tree that the store interprets after the commit of the action that returned it: nothing
/// happens when one is made, and every operator nests in every other.
///
/// Structural cases compare: `effect == .none`, `.merge(.none, e) == e`, and nesting makes no difference. Sent actions
/// compare if their type is `Equatable`; running work is equal only to itself and its copies.
public struct Effect<Action: Sendable>: Sendable {
  @usableFromInline enum Operation: Sendable {
    case none
    case send(Action)
    case run(RunOperation<Action>)
    case node(EffectNode<Action>)
  }

  @usableFromInline let operation: Operation

  @inlinable init(_ operation: Operation) { self.operation = operation }

  /// Nothing else is to happen. It costs nothing.
  @inlinable public static var none: Self { Self(.none) }

  /// Sends an action: it goes to the tail of the store's queue, in the same drain, as part of the same task.
  @inlinable public static func send(_ action: Action) -> Self { Self(.send(action)) }

  /// Runs asynchronous work, which sends actions as it goes.
  ///
  /// The work begins on the draining thread, right after the commit (in a concatenation: in its turn after the part
  /// before has ended), and leaves it at its first suspension. Calling an `async` function does not suspend by itself:
  /// work that blocks begins with `await Task.yield()`, or belongs to an actor. The effect ends exactly once: finished,
  /// failed or cancelled.
  ///
  /// - Parameters:
  ///   - name: its name in diagnostics.
  ///   - operation: the work. When it is cancelled, its actions are dropped.
  ///   - handler: called with the error that `operation` throws. Not called for a `CancellationError`. Without it an
  ///     error is a diagnostic that names this line, and the effect ends as failed.
  @inlinable @inline(never)  // so that the caller makes no room for a priority
  public static func run(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    operation: nonisolated(nonsending) @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (nonisolated(nonsending) @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil
  ) -> Self { run(priority: nil, name: name, fileID: fileID, line: line, operation: operation, catch: handler) }

  /// Runs asynchronous work with a priority; nil is that of the sender.
  ///
  /// A function of its own, because the size of a `TaskPriority` is known only when the program runs: a reducer that gives
  /// none would make room for it in each call, even if it then returns no effect.
  @inlinable public static func run(
    priority: TaskPriority?,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    operation: nonisolated(nonsending) @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (nonisolated(nonsending) @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil
  ) -> Self {
    Self(
      .run(
        RunOperation(
          origin: EffectOrigin(name: name, fileID: fileID, line: line), priority: priority,
          operation: operation, handler: handler)))
  }

  /// Runs effects side by side. Each `none` is left out; if one effect remains, the result is that effect.
  @inlinable public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Runs effects side by side.
  @inlinable public static func merge(_ effects: some Sequence<Self>) -> Self { joined(effects, .merge) }

  /// Runs effects one after the other: each begins when the one before has ended. A failed or cancelled one does not
  /// stop the next, unless the whole task was cancelled.
  @inlinable public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Runs effects one after the other.
  @inlinable public static func concatenate(_ effects: some Sequence<Self>) -> Self { joined(effects, .concatenate) }

  @usableFromInline static func joined(_ effects: some Sequence<Self>, _ kind: EffectKind) -> Self {
    let parts = effects.compactMap { $0.isNone ? nil : $0.operation }
    return switch parts.count {
    case 0: .none
    case 1: Self(parts[0])
    default: Self(.node(EffectNode(kind, parts)))
    }
  }

  /// Whether there is nothing to do.
  @inlinable public var isNone: Bool { if case .none = operation { true } else { false } }

  /// Runs this effect and another side by side. If one of them is `none`, this costs nothing.
  @inlinable @inline(__always) public consuming func merge(with other: consuming Self) -> Self {
    joined(with: other, .merge)
  }

  /// Runs another effect after this one. If one of them is `none`, this costs nothing.
  @inlinable @inline(__always) public consuming func concatenate(with other: consuming Self) -> Self {
    joined(with: other, .concatenate)
  }

  /// Where both are known to be `none` or not, nothing is copied.
  @inlinable @inline(__always)
  consuming func joined(with other: consuming Self, _ kind: @autoclosure () -> EffectKind) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    return .node(kind(), self, other)
  }

  @usableFromInline static func node(_ kind: EffectKind, _ one: Self, _ other: Self) -> Self {
    Self(.node(EffectNode(kind, [one.operation, other.operation])))
  }

  /// This effect, with its actions wrapped into those of another feature. `none` stays `none`.
  @inlinable public func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other> {
    isNone ? .none : mapped(transform)
  }

  @usableFromInline func mapped<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other> {
    Effect<Other>(operation.map(transform))
  }
}

extension Effect {
  /// ``none`` under another name.
  @inlinable public static var empty: Self { .none }

  /// ``send(_:)`` under another name.
  @inlinable public static func just(_ action: Action) -> Self { .send(action) }
}
