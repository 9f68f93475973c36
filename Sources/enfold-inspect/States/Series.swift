// Series: a number of a state over time.
import EnfoldJSON

struct Series: Sendable {
  private struct Point {
    let n: Int
    let time: Int64
    let value: Double
    let text: String
  }

  private var points: [Point] = []
  private var minimum: Double?
  private var maximum: Double?

  /// - Parameter place: that of the store in the log.
  init(_ path: JSONPath, _ index: LogIndex, _ spool: Spool?, store place: Int, points limit: Int) {
    var walk = StateWalk(Moment(), ofStore: place)
    let end = Int(index.stores[place].entries.last ?? 0)
    var found: [Point] = []
    _ = walk.go(to: end, index, SpoolReader(spool), until: .max) { moment, entry, _ in
      guard let value = moment.state?[path], let number = value.double else { return }
      let text = value.json
      if found.last?.text != text {
        found.append(Point(n: moment.n, time: entry.time / 1_000_000, value: number, text: text))
      }
    }
    minimum = found.map(\.value).min()
    maximum = found.map(\.value).max()
    points = Self.thinned(found, limit)
  }

  /// Of each piece of a long series stay the least and the greatest number.
  private static func thinned(_ points: [Point], _ limit: Int) -> [Point] {
    guard points.count > limit else { return points }
    let pieces = max(limit / 2, 1)
    var thin: [Point] = []
    for piece in 0..<pieces {
      let range = (piece * points.count / pieces)..<((piece + 1) * points.count / pieces)
      guard let least = points[range].min(by: { $0.value < $1.value }),
        let greatest = points[range].max(by: { $0.value < $1.value })
      else { continue }
      let pair = [least, greatest].sorted { $0.n < $1.n }
      thin += pair[0].n == pair[1].n ? [pair[0]] : pair
    }
    return thin
  }

  func write(to writer: inout JSONWriter) {
    writer.array("points") { writer in
      for point in points {
        writer.array {
          $0.element(point.n)
          $0.element(point.time)
          $0.element(point.text)
        }
      }
    }
    if let minimum, let maximum {
      writer.member("minimum", minimum)
      writer.member("maximum", maximum)
    }
  }
}

extension JSONValue {
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .double(let number): number.isFinite ? number : nil
    default: nil
    }
  }
}
