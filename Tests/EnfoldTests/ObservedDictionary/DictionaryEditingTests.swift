// ObservedDictionary: reading, writing, adding and removing, beside a Dictionary; and what is no copy.
import Testing

@testable import Enfold

private struct Price: Equatable {
  var cents = 0
}

@Suite("ObservedDictionary") struct DictionaryEditingTests {
  @Test func valuesAreChangedInPlace() {
    var prices: ObservedDictionary = ["milk": Price(cents: 119)]
    prices["milk"]?.cents = 129
    prices["bread", default: Price()].cents += 10
    prices["salt"]?.cents = 1
    #expect(prices == ["milk": Price(cents: 129), "bread": Price(cents: 10)])
    #expect(prices["salt", default: Price(cents: 3)] == Price(cents: 3))
    #expect(prices.count == 2, "reading a default adds nothing")
    prices["milk"] = nil
    #expect(prices["milk"] == nil && prices.count == 1 && !prices.isEmpty)
  }

  @Test func whatFunctionsReturn() {
    var prices: ObservedDictionary = ["milk": 1, "bread": 2, "salt": 3]
    #expect(prices.updateValue(5, forKey: "milk") == 1)
    #expect(prices.updateValue(6, forKey: "oil") == nil)
    #expect(prices.removeValue(forKey: "bread") == 2)
    #expect(prices.removeValue(forKey: "bread") == nil)
    prices.merge([("milk", 1), ("tea", 7)]) { $0 + $1 }
    #expect(prices == ["milk": 6, "salt": 3, "oil": 6, "tea": 7])
    prices.merge(["tea": 1, "salt": 2]) { old, _ in old }
    prices.merge(ObservedDictionary(["tea": 0])) { old, _ in old }
    #expect(prices.filter { $0.value == 6 } == ["milk": 6, "oil": 6])
    prices.removeAll { $0.key == "salt" }
    #expect(Dictionary(prices) == ["milk": 6, "oil": 6, "tea": 7])
    #expect(ObservedDictionary(["a": 1]) == ["a": 1])
    #expect(ObservedDictionary([("a", 1), ("a", 2)], uniquingKeysWith: +) == ["a": 3])
    prices.removeAll()
    #expect(prices == [:])
  }

  @Test func theOnlyValueIsTakenOutAndPutBack() {
    var prices: ObservedDictionary = ["milk": Price()]
    prices["milk"]?.cents = 2
    prices["milk"]? = Price(cents: 3)
    #expect(prices == ["milk": Price(cents: 3)])
    func clear(_ price: inout Price?) { price = nil }
    clear(&prices["milk"])
    #expect(prices.isEmpty)
    func fill(_ price: inout Price?) { price = Price(cents: 4) }
    fill(&prices["tea"])
    #expect(prices == ["tea": Price(cents: 4)])
  }

  @Test func equalityAndHashesDoNotLookAtTheOrder() {
    var one: ObservedDictionary = ["a": 1, "b": 2, "c": 3]
    let other: ObservedDictionary = ["c": 3, "a": 1, "b": 2]
    #expect(one == other && one.hashValue == other.hashValue)
    one["b"] = nil
    one["b"] = 2
    #expect(one == other && one.hashValue == other.hashValue)
    one["b"] = 5
    #expect(one != other)
    #expect(Set([one, other, other]).count == 2)
  }

  @Test func aCopyIsNotChanged() {
    var one: ObservedDictionary = ["a": [1], "b": [2]]
    let copy = one
    one["a"]?.append(2)
    one["b"] = nil
    #expect(copy == ["a": [1], "b": [2]] && one == ["a": [1, 2]])
  }

  @Test func aWriteCopiesNothing() {
    var lists = ObservedDictionary(uniqueKeysWithValues: (0..<3).map { ("\($0)", [$0, $0]) })
    func address(_ key: String) -> UnsafePointer<Int>? { lists[key]?.withUnsafeBufferPointer { $0.baseAddress } }
    let before = address("1")
    lists["1"]?[0] = 7
    lists["1", default: []][1] = 8
    #expect(address("1") == before && lists["1"] == [7, 8])
  }

  @Test func shownAsADictionary() {
    let prices: ObservedDictionary = ["milk": 1]
    #expect("\(prices)" == "[\"milk\": 1]" || "\(prices)" == "[milk: 1]")
    #expect(Mirror(reflecting: prices).displayStyle == .dictionary)
    #expect(Mirror(reflecting: prices).children.count == 1)
  }

  @Test(arguments: 0..<20) func randomEditsBesideADictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var stamps = StampSource()
    var (observed, plain): (ObservedDictionary<Int, Int>, [Int: Int]) = ([:], [:])
    for step in 0..<300 {
      let (key, value) = (Int.random(in: 0..<12, using: &random), Int.random(in: 0..<5, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0: (observed[key], plain[key]) = (value, value)
      case 1: #expect(observed.removeValue(forKey: key) == plain.removeValue(forKey: key))
      case 2:
        observed[key, default: 1] += value
        plain[key, default: 1] += value
      case 3:
        observed[key]? += 1
        plain[key]? += 1
      case 4: #expect(observed.updateValue(value, forKey: key) == plain.updateValue(value, forKey: key))
      case 5:
        observed.removeAll { $0.value == value }
        plain = plain.filter { $0.value != value }
      case 6: if step % 50 == 0 { observed.removeAll(); plain.removeAll() }
      default: ChangeTracking.commit(&observed, &stamps)
      }
      #expect(Dictionary(observed) == plain)
      #expect(observed == ObservedDictionary(plain))
      for key in 0..<12 { #expect(observed[key] == plain[key]) }
    }
  }
}
