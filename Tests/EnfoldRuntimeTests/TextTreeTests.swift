// Patches that are found by comparing texts: applied to the old value they give the new one.
import Enfold
import EnfoldJSON
import Testing

@Suite("Patches of states without change records")
struct TextTreeTests {
  private let path = JSONPath(tokens: ["a"])

  private func applied(_ operations: [TextTree.Operation], to value: JSONValue) throws -> JSONValue {
    try JSONPatch.apply(
      operations.map { operation in
        let path = try JSONPath(pointer: String(decoding: operation.pointer, as: UTF8.self))
        let value = try operation.value.map { try JSONValue(parsing: String(decoding: $0, as: UTF8.self)) }
        return switch operation.kind {
        case .add: .add(path: path, value: try #require(value))
        case .replace: .replace(path: path, value: try #require(value))
        case .remove: .remove(path: path)
        }
      }, to: value)
  }

  private func random(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &generator) {
    case 0: .integer(.random(in: 0..<3, using: &generator))
    case 1: .string(["", "x", "~/\"\u{e9}"].randomElement(using: &generator) ?? "")
    case 2: .null
    case 3: .bool(.random(using: &generator))
    case 4, 5: .array((0..<Int.random(in: 0..<5, using: &generator)).map { _ in random(&generator, depth: depth - 1) })
    default: randomObject(&generator, depth: depth)
    }
  }

  private func randomObject(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
    var object = JSONObject()
    for key in ["a", "b", "a/b~", "7", ""] where Bool.random(using: &generator) {
      object[key] = random(&generator, depth: depth - 1)
    }
    return .object(object)
  }

  @Test("A patch of whole values leads from each to the next")
  func wholeValues() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      let known = KnownTexts()
      var value = random(&generator, depth: 4)
      #expect(known.replace(path, by: Array(value.json.utf8)) == nil)
      for _ in 0..<40 {
        let next = Bool.random(using: &generator) ? random(&generator, depth: 4) : try changed(value, &generator).value
        let operations = try #require(known.replace(path, by: Array(next.json.utf8)))
        #expect(try applied(operations, to: value) == next)
        if next.json == value.json { #expect(operations.isEmpty) }
        value = next
      }
    }
  }

  /// Another value, and the place at which it differs.
  private func changed(
    _ value: JSONValue, _ generator: inout SeededGenerator
  ) throws -> (value: JSONValue, place: JSONPath) {
    let new = random(&generator, depth: 2)
    switch value {
    case .array(var elements) where Bool.random(using: &generator):
      switch Int.random(in: 0..<3, using: &generator) {
      case 0:
        elements.append(new)
        return (.array(elements), JSONPath(tokens: ["\(elements.count - 1)"]))
      case 1 where !elements.isEmpty:
        elements.removeLast()
        return (.array(elements), JSONPath(tokens: ["\(elements.count)"]))
      default:
        guard let index = elements.indices.randomElement(using: &generator) else { return (new, .root) }
        let (inside, place) = try changed(elements[index], &generator)
        elements[index] = inside
        return (.array(elements), JSONPath(tokens: ["\(index)"]).appending(place))
      }
    case .object(var object) where Bool.random(using: &generator):
      let key = try #require(["a", "b", "a/b~", "7", ""].randomElement(using: &generator))
      if let old = object[key], Bool.random(using: &generator) {
        let (inside, place) = try changed(old, &generator)
        object[key] = inside
        return (.object(object), JSONPath(tokens: [key]).appending(place))
      }
      object[key] = Bool.random(using: &generator) ? new : nil
      return (.object(object), JSONPath(tokens: [key]))
    default: return (new, .root)
    }
  }

  @Test("A patch of reported places leads from each value to the next")
  func places() throws {
    var generator = SeededGenerator(seed: 8)
    var found = 0
    for _ in 0..<100 {
      let known = KnownTexts()
      var value = randomObject(&generator, depth: 4)
      #expect(known.replace(path, by: Array(value.json.utf8)) == nil)
      for _ in 0..<40 {
        let (next, place) = try changed(value, &generator)
        let text = next[place].map { Array($0.json.utf8) }
        let operations = try #require(known.change(path, [(place, text)]))
        #expect(try applied(operations, to: value) == next, "\(value.json) at \(place)")
        found += operations.count
        value = next
      }
    }
    #expect(found > 1000)
  }

  @Test("Places that are not in the value, and too many operations, give no patch")
  func misfits() throws {
    let known = KnownTexts()
    func misfit(_ pointer: String, _ text: String?) throws -> Bool {
      known.forgetAll()
      _ = known.replace(path, by: Array("{\"a\":[1,2],\"b\":3}".utf8))
      let operations = known.change(path, [(try JSONPath(pointer: pointer), text.map { Array($0.utf8) })])
      #expect(known.knows(path) == (operations != nil))
      return operations == nil
    }
    #expect(try misfit("/a/3", "4"))
    #expect(try misfit("/a/x", "4"))
    #expect(try misfit("/a/0", nil))
    #expect(try misfit("/b/c", "4"))
    #expect(try misfit("/c/d", "4"))
    #expect(try misfit("", nil))
    #expect(try !misfit("/a/2", nil))
    #expect(try !misfit("/c", nil))
    known.forgetAll()
    _ = known.replace(path, by: Array("[\((0..<5000).map { "\($0)" }.joined(separator: ","))]".utf8))
    #expect(known.replace(path, by: Array("[\((1..<5001).map { "\($0 * 2)" }.joined(separator: ","))]".utf8)) == nil)
  }
}
