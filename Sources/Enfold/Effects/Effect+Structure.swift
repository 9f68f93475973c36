// Comparing and mapping effect trees.

extension Effect: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.operation.isEqual(to: rhs.operation) }
}

extension Effect.Operation {
  func isEqual(to other: Self) -> Bool {
    switch (self, other) {
    case (.none, .none): true
    case let (.send(a), .send(b)): areEqual(a, b)
    case let (.run(a), .run(b)): a === b
    case let (.node(a), .node(b)):
      a === b || (a.kind == b.kind && a.flattened().elementsEqual(b.flattened()) { $0.isEqual(to: $1) })
    default: false
    }
  }

  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other>.Operation {
    rebuilt(send: { .send(transform($0)) }, run: { .run($0.map(transform)) })
  }

  /// The same tree with other leaves.
  func rebuilt<Other>(
    send: (Action) -> Effect<Other>.Operation, run: (RunOperation<Action>) -> Effect<Other>.Operation
  ) -> Effect<Other>.Operation {
    switch self {
    case .none: .none
    case .send(let action): send(action)
    case .run(let operation): run(operation)
    case .node(let node):
      .node(EffectNode(node.kind.retyped(), node.flattened().map { $0.rebuilt(send: send, run: run) }))
    }
  }
}

extension EffectNode.Kind {
  func retyped<Other>() -> EffectNode<Other>.Kind {
    switch self {
    case .merge: .merge
    case .concatenate: .concatenate
    case .cancellable(let id, let cancelInFlight): .cancellable(id, cancelInFlight: cancelInFlight)
    case .throttle(let throttle): .throttle(throttle)
    case .child(let key): .child(key)
    case .cancel(let id): .cancel(id)
    case .cancelAbsent(let scope, let isPresent): .cancelAbsent(scope, isPresent)
    case .missing(let child): .missing(child)
    }
  }
}

/// Whether two values of a type that may be `Equatable` are equal; false if it is not.
private func areEqual<T>(_ lhs: T, _ rhs: T) -> Bool {
  func compare<E: Equatable>(_ lhs: E) -> Bool { (rhs as? E) == lhs }
  guard let lhs = lhs as? any Equatable else { return false }
  return compare(lhs)
}
