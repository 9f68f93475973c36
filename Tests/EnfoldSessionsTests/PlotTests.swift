// Plots: what a series has of a session, where the marks of an axis stand, and that a picture shows the series.
import EnfoldJSON
import Testing

@testable import EnfoldSessions

private func session(_ values: [String], times: Bool = true) throws -> SessionFile {
  func time(_ second: Int) -> String { times ? #""time":"2026-11-29T13:05:\#(padded(Int64(second), 2))Z","# : "" }
  var lines = [
    #"{"format":"enfold-session","version":1}"#,
    #"{"seq":1,\#(time(0))"store":1,"kind":"opened","name":"A#1","feature":"A","revision":0,"state":{"n":\#(values[0])}}"#,
  ]
  for (index, value) in values.enumerated().dropFirst() {
    lines.append(
      #"{"seq":\#(index + 1),\#(time(index))"store":1,"kind":"action","revision":\#(index),"action":"a","#
        + #""patch":[{"op":"replace","path":"/n","value":\#(value)}]}"#)
  }
  return try SessionFile(lines.joined(separator: "\n") + "\n", named: "a.enfold.jsonl")
}

@Test func aSeriesHasEachChangeAndTheEnd() throws {
  let series = try Series(try session(["1", "1", "2.5", "null", "\"x\"", "3", "3"]), "/n", store: nil)
  let begin = series.points[0].time
  #expect(series.points.map { ($0.time - begin) / 1_000_000_000 } == [0, 2, 3, 5, 6])
  #expect(series.points.map(\.value) == [1, 2.5, nil, 3, 3])
}

@Test func aSessionWithoutTimesIsDrawnByRevisions() throws {
  let series = try Series(try session(["1", "2", "2"], times: false), "/n", store: "A#1")
  #expect(!series.hasTimes)
  #expect(series.points.map(\.time) == [0, 1, 2])
  #expect(PlotSVG(series, title: "").text.contains(">2</text>"))
}

@Test(arguments: [("/m", "there is nothing"), ("/n", #"there is "x""#), ("n", "no JSON Pointer")])
func whatIsNoNumberIsRefused(_ pointer: String, _ words: String) throws {
  let file = try session(["\"x\"", "\"x\""])
  #expect(performing: { try Series(file, pointer, store: nil) }, throws: { "\($0)".contains(words) })
}

@Test func theMarksOfAnAxisAreRound() {
  #expect(Axis(from: 0, to: 10, marks: 5).marks == [0, 2, 4, 6, 8, 10])
  #expect(Axis(from: 3, to: 3, marks: 5).marks.contains(3))
  let axis = Axis(from: 0.1, to: 0.27, marks: 4)
  #expect(axis.marks.map(axis.text) == ["0.10", "0.15", "0.20", "0.25"])
  #expect(decimal(-1.25, digits: 1) == "-1.3")
  #expect(decimal(0.06, digits: 1) == "0.1")
}

@Test func anyNumbersGiveAPictureInsideItsFrame() throws {
  var random = SystemRandomNumberGenerator()
  let special = [
    0, -0.0, 1e300, -1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    9_007_199_254_740_993,
    1e15, 1 / 3,
  ]
  for round in 0..<400 {
    let values = (0..<Int.random(in: 1...40, using: &random)).map { _ -> String in
      switch Int.random(in: 0..<(round % 2 == 0 ? 3 : 4), using: &random) {
      case 0: "null"
      case 3: "\(special.randomElement(using: &random) ?? 0)"
      default: "\(Double.random(in: -50...50, using: &random))"
      }
    }
    guard let series = try? Series(try session(["0"] + values), "/n", store: nil) else { continue }
    let text = PlotSVG(series, title: "<a & \"b\"\u{0}>").text
    #expect(!text.contains("nan") && !text.contains("inf") && !text.contains("<a"))
    for line in text.split(separator: "\n") where line.hasPrefix("<polyline") {
      let points = line.split(separator: "\"")[3].split(separator: " ").map {
        $0.split(separator: ",").map { Double($0) ?? .nan }
      }
      #expect(
        points.allSatisfy { (64.0...700).contains($0[0]) && (39.9...244.1).contains($0[1]) }, "\(values): \(line)")
      #expect(zip(points, points.dropFirst()).allSatisfy { $0[0] <= $1[0] })
    }
  }
}
