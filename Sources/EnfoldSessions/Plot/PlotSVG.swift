// PlotSVG: a series as a picture.
import EnfoldJSON

/// A picture in SVG, for documents. It is light or dark as the document's reader wants it.
package struct PlotSVG {
  private let series: Series
  private let title: String
  private let values: Axis
  private let times: Axis
  private let unit: (name: String, nanoseconds: Double)
  private static let (width, height) = (720.0, 280.0)
  private static let (left, right, top, bottom) = (64.0, 20.0, 40.0, 36.0)

  /// - Parameter title: what stands above it.
  package init(_ series: Series, title: String) {
    (self.series, self.title) = (series, title)
    let numbers = series.points.compactMap(\.value)
    values = Axis(from: numbers.min() ?? 0, to: numbers.max() ?? 0, marks: 5)
    let begin = series.points.first?.time ?? 0
    let length = Double(series.points.last?.time ?? 0) - Double(begin)
    if series.hasTimes {
      let units = [("min", 60e9), ("s", 1e9), ("ms", 1e6)]
      unit = units.first { length >= 2 * $0.1 } ?? ("µs", 1e3)
      times = Axis(from: 0, to: max(length / unit.nanoseconds, 1e-9), marks: 7)
    } else {
      unit = ("", 1)
      // Revisions are whole numbers.
      times = Axis(
        from: Double(begin), to: max(Double(begin) + length, Double(begin) + 1), marks: Int(min(max(length, 1), 7)))
    }
  }

  package var text: String {
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 280" role="img" aria-label="\#(escaped(title))">"#,
      "<style>",
      "text { font: 12px system-ui, sans-serif; fill: #57606a } .title { font-size: 13px; font-weight: 600; fill: #1f2328 }",
      ".grid { stroke: #d0d7de; stroke-width: 1 } .line { fill: none; stroke: #5b5bd6; stroke-width: 2; stroke-linejoin: round }",
      "@media (prefers-color-scheme: dark) { text { fill: #9198a1 } .title { fill: #f0f6fc } .grid { stroke: #3d444d } .line { stroke: #9a9aff } }",
      "</style>",
      #"<text class="title" x="\#(number(Self.left))" y="22">\#(escaped(title))</text>"#,
    ]
    let (end, floor) = (Self.width - Self.right, Self.height - Self.bottom)
    for mark in values.marks {
      let y = number(self.y(mark))
      lines.append(#"<line class="grid" x1="\#(number(Self.left))" y1="\#(y)" x2="\#(number(end))" y2="\#(y)"/>"#)
      lines.append(
        #"<text x="\#(number(Self.left - 8))" y="\#(number(self.y(mark) + 4))" text-anchor="end">\#(values.text(mark))</text>"#
      )
    }
    for mark in times.marks {
      let place = Self.left + times.place(mark) * (end - Self.left)
      let label = series.hasTimes ? "\(times.text(mark)) \(unit.name)" : times.text(mark)
      lines.append(#"<text x="\#(number(place))" y="\#(number(floor + 20))" text-anchor="middle">\#(label)</text>"#)
    }
    for line in steps { lines.append(#"<polyline class="line" points="\#(line)"/>"#) }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  /// Lines between which there is no number. A value stays until the next one, so they are steps.
  private var steps: [String] {
    var lines: [String] = []
    var points: [String] = []
    // Of what lies in one column of pixels, the first, the last, the least and the greatest are enough.
    var column = (x: -1.0, low: 0.0, high: 0.0, last: 0.0)
    func finish() {
      if column.x >= 0, column.low < column.high {
        for y in [column.low, column.high, column.last] { points.append("\(number(column.x)),\(number(y))") }
      }
      column.x = -1
    }
    for point in series.points {
      let x = self.x(point.time).rounded()
      guard let value = point.value else {
        if column.x >= 0, column.x < x { points.append("\(number(x)),\(number(column.last))") }
        finish()
        if points.count > 1 { lines.append(points.joined(separator: " ")) }
        points = []
        continue
      }
      let y = self.y(value)
      if column.x == x {
        (column.low, column.high, column.last) = (min(column.low, y), max(column.high, y), y)
        continue
      }
      let before = column
      finish()
      if before.x >= 0 { points.append("\(number(x)),\(number(before.last))") }
      points.append("\(number(x)),\(number(y))")
      column = (x, y, y, y)
    }
    finish()
    if points.count == 1 { points.append(points[0]) }
    if points.count > 1 { lines.append(points.joined(separator: " ")) }
    return lines
  }

  private func x(_ time: Int64) -> Double {
    let begin = series.hasTimes ? series.points.first?.time ?? 0 : 0
    let place = times.place((Double(time) - Double(begin)) / unit.nanoseconds)
    return Self.left + place * (Self.width - Self.right - Self.left)
  }

  private func y(_ value: Double) -> Double {
    Self.height - Self.bottom - values.place(value) * (Self.height - Self.bottom - Self.top)
  }

  private func number(_ value: Double) -> String { decimal(value, digits: 1) }

  /// A text in XML, which has no control characters.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case let scalar where scalar.value < 32 || (0xFFFE...0xFFFF).contains(scalar.value): result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
