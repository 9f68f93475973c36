// ReportedPlaces: where a state changed that has no change records.

/// Places that somebody reported as changed. None of them is inside another.
package struct ReportedPlaces {
  private var paths: [JSONPath] = []

  package init() {}

  package var isEmpty: Bool { paths.isEmpty }

  /// If there are too many, the place that all are in stands for them.
  package mutating func add(_ path: JSONPath) {
    // No state is deeper.
    let path = path.prefix(JSONLimits.stateDepth)
    if paths.contains(where: { $0.isPrefix(of: path) }) { return }
    paths.removeAll { path.isPrefix(of: $0) }
    paths.append(path)
    if paths.count > Sizes.of(256, tiny: 4) { paths = [commonPlace] }
  }

  private var commonPlace: JSONPath {
    guard var common = paths.first else { return .root }
    while !paths.allSatisfy({ common.isPrefix(of: $0) }) { common = common.dropLast() }
    return common
  }

  /// Returns the places, and forgets them.
  package mutating func take() -> [JSONPath] {
    defer { paths.removeAll(keepingCapacity: true) }
    return paths
  }
}
