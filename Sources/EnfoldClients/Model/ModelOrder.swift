// ModelOrder: puts declarations behind what they contain, boxes those that contain themselves, and says where they are used.

extension ClientModel {
  func ordered() -> ClientModel {
    var model = self
    model.box()
    model.mark()
    model.sort()
    return model
  }

  /// Boxes each declaration inside another one that is inside it, too.
  private mutating func box() {
    let inside = declarations.map { Set($0.shapes.compactMap(\.inPlace)) }
    var reach = inside
    // A declaration reaches everything that the declarations inside it reach.
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for index in reach.indices {
        let more = reach[index].reduce(reach[index]) { $0.union(reach[$1]) }
        if more.count > reach[index].count {
          reach[index] = more
          hasGrown = true
        }
      }
    }
    declarations = declarations.enumerated().map { index, declaration in
      declaration.mapped { shape in
        guard let inner = shape.inPlace, reach[inner].contains(index) else { return shape }
        return shape.mapped { .boxed($0) }
      }
    }
  }

  /// Marks the declarations whose values occur in states and requests.
  private mutating func mark() {
    var waiting = features.flatMap { [$0.state] + $0.requests.flatMap { [$0.payload, $0.answer] } }
      .compactMap(\.declaration)
    while let index = waiting.popLast() {
      if declarations[index].isInStates { continue }
      declarations[index].isInStates = true
      waiting += declarations[index].shapes.compactMap(\.declaration)
    }
  }

  private mutating func sort() {
    let reach = declarations.map { Set($0.shapes.compactMap(\.inPlace)) }
    var order: [Int] = []
    var seen: Set<Int> = []
    var open: Set<Int> = []
    /// Whether something that is not written yet must come before a declaration.
    func needsOpen(_ index: Int) -> Bool {
      var visited: Set<Int> = []
      var waiting = [index]
      while let next = waiting.popLast() {
        if open.contains(next) { return true }
        if visited.insert(next).inserted { waiting += reach[next] }
      }
      return false
    }
    func visit(_ index: Int) {
      guard seen.insert(index).inserted else { return }
      open.insert(index)
      let shapes = declarations[index].shapes
      for inner in shapes.compactMap(\.inPlace) { visit(inner) }
      // What only lists and boxes contain may also be declared later.
      for inner in shapes.compactMap(\.declaration) where !needsOpen(inner) { visit(inner) }
      open.remove(index)
      order.append(index)
    }
    for index in declarations.indices { visit(index) }
    var places = [Int](repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { places[index] = place }
    func moved(_ shape: Shape) -> Shape {
      switch shape {
      case .named(let index): .named(places[index])
      case .boxed(let index): .boxed(places[index])
      case .optional(let inner): .optional(moved(inner))
      case .list(let inner): .list(moved(inner))
      case .dictionary(let inner): .dictionary(moved(inner))
      default: shape
      }
    }
    declarations = order.map { declarations[$0].mapped(moved) }
    for index in features.indices {
      features[index].state = moved(features[index].state)
      features[index].action = moved(features[index].action)
      for request in features[index].requests.indices {
        features[index].requests[request].payload = moved(features[index].requests[request].payload)
        features[index].requests[request].answer = moved(features[index].requests[request].answer)
      }
    }
  }
}
