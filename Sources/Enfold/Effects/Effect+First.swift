// Effect: takes the first action of an effect, if nobody has to wait for it.

extension Effect {
  /// Begins the effect outside of a store, as far as its first action, if that is at hand at once. Returns the action, and
  /// the rest of the effect.
  ///
  /// Work that runs as a task does not begin here, and neither does an effect with an id.
  @inlinable package func first() -> (action: Action?, rest: Self) {
    switch operation {
    case .none: (nil, self)
    case .send(let action): (action, .none)
    case .run, .node: first { _ in true }
    }
  }

  /// Begins the effect as far as the first action that is at hand at once and accepted. Actions before it are left out.
  @usableFromInline package func first(_ isAccepted: (Action) -> Bool) -> (action: Action?, rest: Self) {
    switch operation {
    case .none: return (nil, self)
    case .send(let action): return (isAccepted(action) ? action : nil, .none)
    case .run(let operation):
      guard let (action, rest) = operation.opening?() else { return (nil, self) }
      return action.map(isAccepted) ?? true ? (action, rest) : (nil, rest)
    case .node(let node):
      guard node.kind.isAssociative else { return (nil, self) }
      let parts = node.flattened()
      var begun: [Operation] = []
      for (index, part) in parts.enumerated() {
        let (action, rest) = Self(part).first(isAccepted)
        if !rest.isNone { begun.append(rest.operation) }
        if action != nil || (!rest.isNone && node.kind == .concatenate) {
          return (action, .joined((begun + parts[(index + 1)...]).map(Self.init), node.kind))
        }
      }
      return (nil, .joined(begun.map(Self.init), node.kind))
    }
  }

  /// Work that can begin outside of a store.
  ///
  /// - Parameter opening: begins the work as far as its first action. Returns that action, if it is at hand at once, and an
  ///   effect that does the rest.
  package static func run(
    _ origin: EffectOrigin,
    operation: nonisolated(nonsending) @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    opening: @escaping @Sendable () -> (action: Action?, rest: Self)
  ) -> Self { Self(.run(RunOperation(origin: origin, operation: operation, opening: opening))) }
}
