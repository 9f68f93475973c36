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
    case let (.merge(a), .merge(b)), let (.concatenate(a), .concatenate(b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isEqual(to: $1) }
    default: false
    }
  }

  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other>.Operation {
    switch self {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let run): .run(run.map(transform))
    case .merge(let parts): .merge(parts.map { $0.map(transform) })
    case .concatenate(let parts): .concatenate(parts.map { $0.map(transform) })
    }
  }
}

/// Whether two values of a type that may be `Equatable` are equal; false if it is not.
private func areEqual<T>(_ lhs: T, _ rhs: T) -> Bool {
  func compare<E: Equatable>(_ lhs: E) -> Bool { (rhs as? E) == lhs }
  guard let lhs = lhs as? any Equatable else { return false }
  return compare(lhs)
}
