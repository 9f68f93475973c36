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
    case let (.merge(a), .merge(b)):
      a === b || a.flattenedMerge().elementsEqual(b.flattenedMerge()) { $0.isEqual(to: $1) }
    case let (.concatenate(a), .concatenate(b)):
      a === b || a.flattenedConcatenation().elementsEqual(b.flattenedConcatenation()) { $0.isEqual(to: $1) }
    default: false
    }
  }

  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other>.Operation {
    switch self {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let run): .run(run.map(transform))
    case .merge(let group): .merge(EffectGroup(group.flattenedMerge().map { $0.map(transform) }))
    case .concatenate(let group):
      .concatenate(EffectGroup(group.flattenedConcatenation().map { $0.map(transform) }))
    }
  }
}

/// Whether two values of a type that may be `Equatable` are equal; false if it is not.
private func areEqual<T>(_ lhs: T, _ rhs: T) -> Bool {
  func compare<E: Equatable>(_ lhs: E) -> Bool { (rhs as? E) == lhs }
  guard let lhs = lhs as? any Equatable else { return false }
  return compare(lhs)
}
