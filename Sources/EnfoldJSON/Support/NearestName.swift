// nearest: finds the known name that is most like a misspelt one.

/// The name that is nearest to one that is unknown; nil if none is near.
package func nearest(to name: String, among known: [String]) -> String? {
  let limit = max(1, (min(name.count, 40) + 1) / 3)
  let wanted = Array(name.lowercased())
  let near = known.map { (name: $0, distance: distance(Array($0.lowercased()), wanted, atMost: limit)) }
  return near.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
}

private func distance(_ first: [Character], _ second: [Character], atMost limit: Int) -> Int {
  abs(first.count - second.count) <= limit ? editDistance(first, second) : limit + 1
}

/// How many characters must be changed, added, left out or swapped with the next one to make one text of another.
package func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for i in first.indices {
    var row = [i + 1]
    for j in second.indices {
      var best = min(last[j] + (first[i] == second[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] { best = min(best, beforeLast[j - 1] + 1) }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[second.count]
}
