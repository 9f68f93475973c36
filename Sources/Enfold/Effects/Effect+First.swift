// The first action of an effect, if it is at hand at once.

extension Effect {
  /// Begins the effect outside of a store, as far as its first action, if that is at hand at once. Returns the action, and
  /// what is left of the effect.
  ///
  /// What runs as a task does not begin here, and neither does what has an id.
  @inlinable
  package func first() -> (action: Action?, rest: Self) {
    switch operation {
    case .none: (nil, self)
    case .send(let action): (action, .none)
    case .run, .node: firstOfMore()
    }
  }

  @usableFromInline
  func firstOfMore() -> (action: Action?, rest: Self) {
    switch operation {
    case .none, .send: return first()
    case .run(let operation): return operation.opening?() ?? (nil, self)
    case .node(let node):
      guard node.kind.isAssociative else { return (nil, self) }
      var left = node.flattened()
      var begun: [Operation] = []
      while !left.isEmpty {
        let (action, rest) = Self(left.removeFirst()).first()
        if !rest.isNone { begun.append(rest.operation) }
        if action != nil || (!rest.isNone && node.kind == .concatenate) {
          return (action, .joined((begun + left).map(Self.init), node.kind))
        }
      }
      return (nil, .joined(begun.map(Self.init), node.kind))
    }
  }

  /// Work that can begin outside of a store.
  ///
  /// - Parameter opening: begins the work as far as its first action. Returns that action, if it is at hand at once, and an
  ///   effect that does what is left.
  package static func run(
    name: String, fileID: StaticString, line: UInt,
    operation: nonisolated(nonsending) @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    opening: @escaping @Sendable () -> (action: Action?, rest: Self)
  ) -> Self {
    Self(
      .run(
        RunOperation(
          origin: EffectOrigin(name: name, fileID: fileID, line: line), operation: operation, opening: opening)))
  }
}
