// Whether two values of Foundation's types have the same JSON, as `hasSameJSON` finds it and as their texts say.
import Enfold
import EnfoldFoundation
import Foundation
import Testing

/// A `Codable` type whose `==` looks at half of it.
private struct Contact: CodableJSON, Equatable, Sendable {
  var name: String
  var size: Double
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.size == rhs.size }
}

@Suite("The same JSON of Foundation's types")
struct SamenessTests {
  private func check<T: JSONEncodable>(_ values: [T], sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    for first in values {
      for second in values {
        let isSame = Array(JSON.string(first).utf8) == Array(JSON.string(second).utf8)
        #expect(first.hasSameJSON(as: second) == isSame, "\(first) and \(second)", sourceLocation: sourceLocation)
        #expect(first.hasSameJSON(as: first) && !first.jsonIsNull, sourceLocation: sourceLocation)
      }
    }
  }

  @Test func isThatOfTheirTexts() throws {
    let time = 700_000_000.125
    check([time, time.nextUp, time + 1e-10, time + 1e-6, time + 1].map { Date(timeIntervalSinceReferenceDate: $0) })
    check([Data(), Data([1]), Data([1, 2]), Data([0, 1, 2]).dropFirst()])
    check(
      try ["https://a.b/c", "https://a.b/%63", "https://a.b/C"].map { try #require(URL(string: $0)) } + [
        try #require(URL(string: "c", relativeTo: URL(string: "https://a.b/")))
      ])
    check([UUID(), UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()])
    check([Decimal(1), Decimal(string: "1.0") ?? 0, Decimal(string: "0.1") ?? 0, .nan])
    check([IndexSet(), IndexSet([1, 2]), IndexSet(1...2), IndexSet([3])])
    check(
      ["caf\u{e9}", "cafe\u{301}", "x"].flatMap { name in [0.0, -0.0, .nan].map { Contact(name: name, size: $0) } })
  }

  @Test func aDateThatCannotBeWrittenIsNotTheSameAsAnother() {
    let (first, second) = (Date(timeIntervalSinceReferenceDate: 1e15), Date(timeIntervalSinceReferenceDate: 2e15))
    #expect(!first.hasSameJSON(as: second) && first.hasSameJSON(as: first) && !Optional(first).hasSameJSON(as: nil))
  }
}
