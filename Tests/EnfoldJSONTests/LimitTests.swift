// The limits of depth and size.

import EnfoldJSON
import Testing

struct LimitTests {
  private func nested(_ open: String, _ close: String, _ depth: Int) -> [UInt8] {
    Array((String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
  }

  @Test
  func depthUpToTheLimitIsAcceptedAndNoMore() {
    for limit in [0, 1, 2, 63, 64, 65, 127, 128, 129, 500, 1024] {
      let limits = JSONLimits(depth: limit)
      #expect(skipOutcome(nested("[", "]", limit), limits: limits) == "ok")
      #expect(skipOutcome(nested("[", "]", limit + 1), limits: limits) == "limit \(limit)")
      #expect(skipOutcome(nested("{\"a\":", "}", limit), limits: limits) == "ok")
      #expect(skipOutcome(nested("{\"a\":", "}", limit + 1), limits: limits) == "limit \(limit * 5)")
      #expect(
        outcome(nested("[", "]", limit + 1), limits: limits) { (reader) throws(JSONError) in
          try JSONValue(json: &reader)
        } == "limit \(limit)")
    }
  }

  @Test
  func mixedContainersCloseInTheirOrderAtEveryDepth() {
    var random = SeededGenerator(seed: 3)
    for depth in [1, 2, 60, 63, 64, 65, 66, 127, 128, 129, 190, 192, 193, 300] {
      let kinds = (0..<depth).map { _ in Bool.random(using: &random) }
      let open = kinds.map { $0 ? "{\"a\":" : "[" }.joined()
      let close = kinds.reversed().map { $0 ? ",\"b\":2}" : ",2]" }.joined()
      let text = Array((open + "1" + close).utf8)
      #expect(skipOutcome(text, limits: JSONLimits(depth: 400)) == "ok")
      let wrong = kinds.reversed().map { $0 ? "]" : "}" }.joined()
      #expect(skipOutcome(Array((open + "1" + wrong).utf8), limits: JSONLimits(depth: 400)).hasPrefix("syntax"))
    }
  }

  @Test
  func siblingsDoNotCountAsDepth() {
    let text = "[" + Array(repeating: "[{\"a\":[]}]", count: 1000).joined(separator: ",") + "]"
    #expect(skipOutcome(Array(text.utf8), limits: JSONLimits(depth: 4)) == "ok")
    #expect(decoded(JSONValue.self, text) == text)
  }

  @Test
  func greatDepthIsCappedAndNeverExhaustsTheStack() {
    let limits = JSONLimits(depth: .max)
    let text = nested("[", "]", 100_000)
    #expect(skipOutcome(text, limits: limits) == "limit 1025")
    let value = outcome(text, limits: limits) { (reader) throws(JSONError) in try JSONValue(json: &reader) }
    #expect(value == "limit 1025")
    #expect(skipOutcome(nested("[", "]", 3), limits: JSONLimits(depth: -5)) == "limit 0")
  }

  @Test
  func largeArraysAreWholeAndKeepLittleRoomForMore() throws {
    // Short elements promise far more of them than there are: what follows is long, and then another array.
    for count in [1023, 1024, 1025, 9_000, 70_000] {
      let numbers = [Int](0..<count)
      let text = "[\(JSON.string(numbers)),[\"\(String(repeating: "x", count: 1_000_000))\"]]"
      var reached: [Int] = []
      let read = outcome(Array(text.utf8)) { (reader) throws(JSONError) in
        try reader.beginArray()
        _ = try reader.nextElement()
        reached = try [Int](json: &reader)
        _ = try reader.nextElement()
        #expect(try [String](json: &reader).count == 1)
        #expect(try !reader.nextElement())
      }
      #expect(read == "ok")
      #expect(reached == numbers)
      #expect(reached.capacity <= 2 * count + 8)
    }
  }

  @Test
  func arraysInArraysKeepNoMemoryForTheRestOfTheText() throws {
    let inner = "[" + repeatElement("7", count: 1_030).joined(separator: ",") + "]"
    let text = "[" + repeatElement(inner, count: 40).joined(separator: ",") + "]"
    let arrays = try JSON.decode([[Int]].self, from: text)
    #expect(arrays.count == 40)
    for array in arrays {
      #expect(array.elementsEqual(repeatElement(7, count: 1_030)))
      #expect(array.capacity <= 2 * array.count + 8)
    }
  }

  @Test
  func aTextBeyondTheSizeIsRefusedByTheFirstRead() {
    let limits = JSONLimits(bytes: 4)
    #expect(skipOutcome(Array("1234".utf8), limits: limits) == "ok")
    let long = Array("12345".utf8)
    #expect(skipOutcome(long, limits: limits) == "limit 4")
    #expect(
      outcome(long, limits: limits) { (reader) throws(JSONError) in try reader.readInteger(Int.self) } == "limit 4")
    #expect(outcome(long, limits: limits) { (reader) throws(JSONError) in try reader.readBool() } == "limit 4")
    #expect(outcome(long, limits: limits) { (reader) throws(JSONError) in try reader.readDouble() } == "limit 4")
    #expect(outcome(long, limits: limits) { (reader) throws(JSONError) in try reader.readString() } == "limit 4")
    #expect(outcome(long, limits: limits) { (reader) throws(JSONError) in try reader.beginObject() } == "limit 4")
    #expect(outcome(long, limits: limits) { (reader) throws(JSONError) in try reader.beginArray() } == "limit 4")
    #expect(outcome(long, limits: limits) { (reader) throws(JSONError) in reader.readNull() } == "limit 4")
    #expect(outcome(long, limits: limits) { (reader) throws(JSONError) in reader.peek() } == "limit 4")
    #expect(
      outcome([1, 2, 3, 4, 5], limits: limits) { (reader) throws(JSONError) in try reader.rawValue() } == "limit 4")
  }

  @Test
  func theLimitWinsOverAMismatchWhenTheRestIsChecked() {
    let deep = "[\"x\"," + String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "]"
    #expect(decoded([Int].self, deep) == "limit 132")
  }
}
