// Texts without white space are read by comparing whole words; with white space they are not. Both ways agree.
import Enfold
import Testing

@ObservableState private struct Card: Equatable {
  let id: Int
  var title = ""
  var isDone: Bool?
  var marks: [Mark] = []
}

@Action private enum Mark: Equatable {
  case star
  case color(String)
}

@Suite("The same text with and without white space")
struct SpacedTextTests {
  @Test("actions: every prefix and every text with one other byte", arguments: actions)
  func actionsAgree(text: String) {
    for variant in variants(of: text) { expectAgreement(ParentAction.self, variant) }
  }

  @Test("states: every prefix and every text with one other byte", arguments: states)
  func statesAgree(text: String) {
    for variant in variants(of: text) { expectAgreement(Card.self, variant) }
  }

  @Test("limits of depth", arguments: actions + states)
  func depthsAgree(text: String) {
    for depth in 0...5 {
      let limits = JSONLimits(depth: depth)
      expectAgreement(ParentAction.self, Array(text.utf8), limits)
      expectAgreement(Card.self, Array(text.utf8), limits)
    }
  }

  @Test("limits of bytes", arguments: actions)
  func lengthsAgree(text: String) {
    let bytes = Array(text.utf8)
    let limits = JSONLimits(bytes: bytes.count - 1)
    #expect(outcome(ParentAction.self, bytes, limits).hasPrefix("limit \(bytes.count - 1):"))
    #expect(outcome(ParentAction.self, bytes, JSONLimits(bytes: bytes.count)).hasPrefix("{"))
  }

  @Test("an object's keys in every order, absent, twice or unknown")
  func keysAgree() {
    let members = [#""id":1"#, #""title":"a""#, #""isDone":true"#, #""marks":["star"]"#, #""id":2"#, #""other":[{}]"#]
    for count in 0...3 {
      for choice in 0..<Int(pow(members.count, count)) {
        var rest = choice
        let chosen = (0..<count).map { _ in
          defer { rest /= members.count }
          return members[rest % members.count]
        }
        expectAgreement(Card.self, Array("{\(chosen.joined(separator: ","))}".utf8))
      }
    }
  }
}

private let actions = [
  #"{"increment":{}}"#, #""increment""#, #"{"setCount":5}"#, #"{"setCount":{"_0":5}}"#, #"{"setName":{}}"#,
  #"{"setCount":{"\u005f0":5}}"#, #"{"rename":{"id":7,"title":"x"}}"#, #"{"add":{"title":"é\n"}}"#, #"{"move":[1,2]}"#,
  #"{"child":{"tap":{}}}"#, #"{"again":{"child":{"scale":-1.5}}}"#, #"{"type":"increment"}"#,
  #"{"increment":{},"increment":null}"#,
]

private let states = [
  #"{"id":12345678,"title":"several words","isDone":false}"#, #"{"isDone":null,"id":1,"id":2}"#,
  #"{"id":1,"marks":["star",{"star":{}},{"color":"red"}]}"#,
]

/// The text itself, its prefixes, and all texts that differ in one byte.
private func variants(of text: String) -> [[UInt8]] {
  let bytes = Array(text.utf8)
  var variants = (0...bytes.count).map { Array(bytes[..<$0]) }
  for position in bytes.indices {
    for byte in UInt8.min...UInt8.max {
      var variant = bytes
      variant[position] = byte
      variants.append(variant)
    }
  }
  return variants
}

private func expectAgreement<T: JSONCodable>(
  _ type: T.Type, _ bytes: [UInt8], _ limits: JSONLimits = .default,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let (spaced, places) = withSpaces(bytes)
  for ignores in [false, true] {
    let plain = outcome(type, bytes, limits, ignoresUnknownKeys: ignores) { places[$0] }
    let other = outcome(type, spaced, limits, ignoresUnknownKeys: ignores)
    if plain != other {
      Issue.record(
        "\(String(decoding: bytes, as: UTF8.self)) is \(plain), with spaces \(other)", sourceLocation: sourceLocation)
    }
  }
}

/// The text with a space before each bracket, colon, comma and quote that is not inside a string or behind a letter or
/// digit, which may be inside a literal. And where its bytes then stand.
private func withSpaces(_ bytes: [UInt8]) -> (text: [UInt8], places: [Int]) {
  let marks = Set("{}[]:,\"".utf8)
  var text: [UInt8] = []
  var places: [Int] = []
  var isInString = false
  var isEscaped = false
  for byte in bytes {
    let isInLiteral = text.last.map { !marks.contains($0) } ?? false
    if !isInString, !isInLiteral, marks.contains(byte) { text.append(UInt8(ascii: " ")) }
    if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
    isEscaped = isInString && byte == UInt8(ascii: "\\") && !isEscaped
    places.append(text.count)
    text.append(byte)
  }
  places.append(text.count)
  return (text, places)
}

/// The JSON of what was read, or the error, its offset replaced.
private func outcome<T: JSONCodable>(
  _ type: T.Type, _ bytes: [UInt8], _ limits: JSONLimits, ignoresUnknownKeys: Bool = false,
  at place: (Int) -> Int = { $0 }
) -> String {
  bytes.withUnsafeBytes { buffer in
    do throws(JSONError) {
      return JSON.string(try JSON.decode(type, from: buffer, limits: limits, ignoresUnknownKeys: ignoresUnknownKeys))
    } catch {
      return "\(error.code) \(place(error.offset)): \(error.message)"
    }
  }
}

private func pow(_ base: Int, _ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * base } }
