// Effect: comparing and mapping effect trees.

extension Effect: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.operation.isEqual(to: rhs.operation) }
}

extension Effect.Operation {
  func isEqual(to other: Self) -> Bool {
    // With a stack of its own: trees may be deep.
    var left = [(self, other)]
    while let pair = left.popLast() {
      switch pair {
      case (.none, .none): continue
      case let (.send(a), .send(b)): if !areEqual(a, b) { return false }
      case let (.run(a), .run(b)): if a !== b { return false }
      case let (.node(a), .node(b)):
        if a === b { continue }
        let (parts, others) = (a.flattened(), b.flattened())
        guard a.kind == b.kind, parts.count == others.count else { return false }
        left += zip(parts, others)
      default: return false
      }
    }
    return true
  }

  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other>.Operation {
    rebuilt(send: { .send(transform($0)) }, run: { .run($0.map(transform)) })
  }

  /// This tree with other leaves.
  func rebuilt<Other>(
    send: @escaping @Sendable (Action) -> Effect<Other>.Operation,
    run: @escaping @Sendable (RunOperation<Action>) -> Effect<Other>.Operation
  ) -> Effect<Other>.Operation {
    // A loop with its own stack, because trees may be deep. An entry: the node, the parts still to do, the parts
    // done.
    var open: [(node: EffectNode<Action>, left: [Self], parts: [Effect<Other>.Operation])] = []
    var next = self
    while true {
      var made: Effect<Other>.Operation?
      switch next {
      case .none: made = Effect<Other>.Operation.none
      case .send(let action): made = send(action)
      case .run(let operation): made = run(operation)
      case .node(let node):
        open.append((node, node.flattened().reversed(), []))
      }
      // A complete operation becomes a part of the node around it. Then the next part of that node is made.
      while true {
        guard var entry = open.popLast() else { return made ?? Effect<Other>.Operation.none }
        if let part = made { entry.parts.append(part) }
        if let part = entry.left.popLast() {
          next = part
          open.append(entry)
          break
        }
        let late = entry.node.make.map { make in
          { @Sendable in Effect<Other>(make().operation.rebuilt(send: send, run: run)) }
        }
        made = .node(EffectNode(entry.node.kind, entry.parts, make: late))
      }
    }
  }
}

/// Whether two values of a type that may be `Equatable` are equal; false if it is not.
func areEqual<T>(_ lhs: T, _ rhs: T) -> Bool {
  func compare<E: Equatable>(_ lhs: E) -> Bool { (rhs as? E) == lhs }
  guard let lhs = lhs as? any Equatable else { return false }
  return compare(lhs)
}
