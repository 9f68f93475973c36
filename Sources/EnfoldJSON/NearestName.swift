// nearest: finds the known name that is most like a misspelt one.

/// The name that is nearest to one that is unknown; nil if none is near.
package func nearest(to name: String, among known: [String]) -> String? {
  let limit = max(1, (min(name.count, 40) + 1) / 3)
  let near = known.map { (name: $0, distance: distance(name, $0, atMost: limit)) }.filter { $0.distance <= limit }
  return near.min { $0.distance < $1.distance }?.name
}

/// How many characters must be added, left out or changed to make one text of another; more than `limit` is not counted.
private func distance(_ first: String, _ second: String, atMost limit: Int) -> Int {
  let (first, second) = (Array(first.lowercased()), Array(second.lowercased()))
  guard abs(first.count - second.count) <= limit else { return limit + 1 }
  var row = Array(0...second.count)
  for (index, character) in first.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for other in second.indices {
      let changed = diagonal + (character == second[other] ? 0 : 1)
      diagonal = row[other + 1]
      row[other + 1] = min(changed, min(row[other], row[other + 1]) + 1)
    }
  }
  return row[second.count]
}
