// Random patches on random documents, compared with a model that copies the document for each operation; keyed patches and those
// with old values, applied and taken back.
import EnfoldJSON
import Foundation
import Testing

@Suite struct PatchModelTests {
  /// How many operations a test makes. ENFOLD_PATCHES is a number for long runs.
  private static let count = ProcessInfo.processInfo.environment["ENFOLD_PATCHES"].flatMap { Int($0) } ?? 4_000

  @Test
  func patchesInPlaceGiveWhatTheModelGivesOrChangeNothing() throws {
    var random = SeededGenerator(seed: 7)
    var (done, refused) = (0, 0)
    while done + refused < Self.count {
      var document = random.document(depth: 4)
      for _ in 0..<8 {
        let (before, other) = (document.json, document)
        let operations = (0..<Int.random(in: 1...3, using: &random)).map { _ in random.operation(on: document) }
        let expected = operations.reduce(Optional(document)) { known, operation in
          known.flatMap { $0.changed(by: operation) }
        }
        do throws(JSONError) {
          try JSONPatch.apply(operations, to: &document)
          done += operations.count
        } catch {
          refused += operations.count
        }
        #expect(document.json == (expected?.json ?? before), "\(JSON.string(operations)) on \(before)")
        #expect(other.json == before)
        let returned = try? JSONPatch.apply(operations, to: other)
        #expect(returned?.json == expected?.json)
      }
    }
    // Both must be frequent, or the test says little.
    #expect(min(done, refused) > Self.count / 8)
  }

  /// Patches as observers get them: of both kinds, with and without old values.
  @Test(arguments: [(false, true), (true, false), (true, true)])
  func patchesOfObserversGiveTheSameAndAreTakenBack(keyed: Bool, old: Bool) throws {
    var random = SeededGenerator(seed: 11)
    var (count, moves, names) = (0, 0, 0)
    while count < Self.count {
      var document = random.lists()
      var mirror = DocumentMirror(document, keyed: keyed, old: old)
      for _ in 0..<20 {
        let edits = random.edits(of: document)
        let after = try JSONPatch.apply(edits, to: document)
        let records = try mirror.follow(edits)
        let patch = try JSONValue(parsing: JSON.string(records))
        #expect(mirror.document.json == after.json)
        var other = document
        try JSONPatch.apply(patch, to: &other)
        #expect(other == after, "\(patch.json) on \(document.json)")
        if old {
          try JSONPatch.revert(patch, in: &other)
          #expect(other == document, "\(patch.json) taken back from \(after.json)")
        } else {
          #expect(!patch.json.contains(#""old""#))
        }
        count += edits.count
        moves += patch.json.components(separatedBy: #""op":"move""#).count - 1
        names += patch.json.components(separatedBy: "/id=").count - 1
        document = after
      }
    }
    #expect(keyed ? moves > Self.count / 50 && names > Self.count / 4 : moves + names == 0)
  }
}

// MARK: The model

extension JSONValue {
  /// This value after an operation, or nil if that is impossible.
  fileprivate func changed(by operation: JSONPatch.Operation) -> JSONValue? {
    switch operation {
    case .add(let path, let value): return inserting(value, at: path)
    case .remove(let path): return removing(path)
    case .replace(let path, let value): return replacing(path) { _ in value }
    case .copy(let from, let path): return plain(from).flatMap { inserting($0, at: path) }
    case .move(let from, let path):
      guard let value = plain(from) else { return nil }
      if from == path { return self }
      if from.isPrefix(of: path) { return nil }
      return removing(from)?.inserting(value, at: path)
    case .test(let path, let value):
      guard plain(path) == value else { return nil }
      return self
    case .insert, .reorder: return nil
    }
  }

  /// The value at a path without selectors.
  private func plain(_ path: JSONPath) -> JSONValue? {
    guard let first = path.first else { return self }
    let next: JSONValue? =
      switch self {
      case .object: self[first.text]
      case .array: first.index.flatMap { self[$0] }
      default: nil
      }
    return next?.plain(path.dropFirst())
  }

  private func replacing(_ path: JSONPath, _ change: (JSONValue) -> JSONValue?) -> JSONValue? {
    guard let first = path.first else { return change(self) }
    switch self {
    case .object(var object):
      guard let member = object[first.text]?.replacing(path.dropFirst(), change) else { return nil }
      object[first.text] = member
      return .object(object)
    case .array(var elements):
      guard let index = first.index, index < elements.count,
        let element = elements[index].replacing(path.dropFirst(), change)
      else { return nil }
      elements[index] = element
      return .array(elements)
    default: return nil
    }
  }

  private func inserting(_ value: JSONValue, at path: JSONPath) -> JSONValue? {
    guard let last = path.last else { return value }
    return replacing(path.dropLast()) { container in
      switch container {
      case .object(var object):
        object[last.text] = value
        return .object(object)
      case .array(let elements):
        guard let index = last.text == "-" ? elements.count : last.index, index <= elements.count else { return nil }
        return .array(elements[..<index] + [value] + elements[index...])
      default: return nil
      }
    }
  }

  private func removing(_ path: JSONPath) -> JSONValue? {
    guard let last = path.last else { return nil }
    return replacing(path.dropLast()) { container in
      switch container {
      case .object(var object):
        guard object[last.text] != nil else { return nil }
        object[last.text] = nil
        return .object(object)
      case .array(let elements):
        guard let index = last.index, index < elements.count else { return nil }
        return .array(Array(elements[..<index] + elements[(index + 1)...]))
      default: return nil
      }
    }
  }
}

// MARK: Random documents and operations

extension SeededGenerator {
  fileprivate mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  fileprivate mutating func document(depth: Int) -> JSONValue {
    switch depth == 0 ? below(4) : below(12) {
    case 0: .null
    case 1: .integer(Int64(below(9)))
    case 2: .string(String(repeating: "é/", count: below(9)))
    case 3: .double(Double(below(9)) + 0.5)
    case 4...7: .array((0..<below(6)).map { _ in document(depth: depth - 1) })
    // Objects with more than eight members find them in another way.
    default:
      .object(
        (0..<below(13)).reduce(into: JSONObject()) { object, _ in
          object[key()] = document(depth: depth - 1)
        })
    }
  }

  private mutating func key() -> String { ["a", "b/c", "~", "", "0", "1", "-", "id"][below(8)] + ["", "x"][below(2)] }

  fileprivate mutating func operation(on document: JSONValue) -> JSONPatch.Operation {
    switch below(12) {
    case 0...3: .add(path: path(in: document), value: self.document(depth: 2))
    case 4...6: .remove(path: path(in: document))
    case 7, 8: .replace(path: path(in: document), value: self.document(depth: 2))
    case 9: .move(from: path(in: document), path: path(in: document))
    case 10: .copy(from: path(in: document), path: path(in: document))
    default: .test(path: .root, value: document)
    }
  }

  /// A path that often leads somewhere.
  private mutating func path(in document: JSONValue) -> JSONPath {
    var (path, value) = (JSONPath.root, document)
    while below(5) > 0 {
      let token: String
      switch value {
      case .object(let object):
        token = object.isEmpty || below(4) == 0 ? key() : object.members[below(object.count)].key
      case .array(let elements): token = below(20) == 0 ? "-" : String(below(elements.count + 1))
      default: return path
      }
      path = path.appending(token)
      guard let next = value[JSONPath(tokens: [token])] else { return path }
      value = next
    }
    return path
  }
}

// MARK: Lists, and patches as an engine makes them

extension SeededGenerator {
  /// A document with lists of elements with ids, inside each other, and other lists.
  fileprivate mutating func lists() -> JSONValue {
    [
      "items": .array((0..<below(8)).map { element(.integer(Int64($0)), depth: 2) }), "a=b": 1,
      "tags": .array((0..<below(4)).map { .integer(Int64($0)) }),
      "rows": .array(
        (0..<below(3)).map { _ in ["cells": .array((0..<below(3)).map { element(.string("x/\($0)"), depth: 1) })] }),
      "scores": ["milk": 1, "b/~": 2],
    ]
  }

  private mutating func element(_ id: JSONValue?, depth: Int) -> JSONValue {
    var object: JSONObject = ["title": .integer(Int64(below(100)))]
    object["id"] = id
    if depth > 0 { object["subs"] = .array((0..<below(5)).map { element(.integer(Int64($0)), depth: depth - 1) }) }
    return .object(object)
  }

  /// Operations that follow each other.
  fileprivate mutating func edits(of document: JSONValue) -> [JSONPatch.Operation] {
    var (now, edits) = (document, [JSONPatch.Operation]())
    for _ in 0..<(1 + below(3)) {
      let next = below(3) > 0 ? restructuring(now) : [writing(now)]
      guard let changed = try? JSONPatch.apply(next, to: now) else { continue }
      now = changed
      edits += next
    }
    return edits
  }

  /// Elements leave a list, come and come back.
  private mutating func restructuring(_ document: JSONValue) -> [JSONPatch.Operation] {
    let path = list(in: document)
    guard case .array(var elements) = document[path] else { return [] }
    var edits: [JSONPatch.Operation] = []
    var (waiting, spare) = ([JSONValue](), [JSONValue]())
    for _ in 0..<below(4) where !elements.isEmpty {
      let index = below(elements.count)
      edits.append(.remove(path: path.appending(String(index))))
      waiting.append(elements.remove(at: index))
    }
    spare = waiting
    for _ in 0..<below(4) {
      let value: JSONValue
      switch below(12) {
      case 0: value = .integer(Int64(below(9)))
      case 1: value = element(nil, depth: 1)
      case 2...4: value = element(.integer(Int64(100 + below(900))), depth: 1)
      case 5: value = spare.randomElement(using: &self) ?? 0
      default:
        guard !waiting.isEmpty else { continue }
        value = waiting.remove(at: below(waiting.count))
      }
      let index = below(elements.count + 1)
      edits.append(.add(path: path.appending(String(index)), value: below(4) == 0 ? written(value) : value))
      elements.insert(value, at: index)
    }
    return edits
  }

  private mutating func written(_ element: JSONValue) -> JSONValue {
    guard case .object(var object) = element else { return element }
    object["title"] = .integer(Int64(below(100)))
    return .object(object)
  }

  private mutating func writing(_ document: JSONValue) -> JSONPatch.Operation {
    let path = list(in: document)
    guard case .array(let elements) = document[path], !elements.isEmpty, below(10) > 0 else {
      return below(4) == 0 && path == JSONPath(tokens: ["items"])
        ? .replace(path: path, value: lists()["items"] ?? [])
        : .add(path: JSONPath(tokens: ["scores", key()]), value: .integer(Int64(below(9))))
    }
    let place = path.appending(String(below(elements.count)))
    switch below(14) {
    case 0: return .replace(path: place, value: element(.integer(Int64(below(12))), depth: 1))
    case 1: return .replace(path: place.appending("id"), value: .integer(Int64(below(30))))
    case 2: return .remove(path: place.appending("id"))
    case 3: return .replace(path: place.appending("subs"), value: element(1, depth: 2)["subs"] ?? [])
    case 4: return .remove(path: JSONPath(tokens: ["scores", "milk"]))
    default: return .replace(path: place.appending("title"), value: .integer(Int64(below(100))))
    }
  }

  private mutating func list(in document: JSONValue) -> JSONPath {
    func position(_ path: JSONPath) -> String? {
      if case .array(let elements) = document[path], !elements.isEmpty { String(below(elements.count)) } else { nil }
    }
    switch below(10) {
    case 0: return JSONPath(tokens: ["tags"])
    case 1, 2:
      let rows = JSONPath(tokens: ["rows"])
      return position(rows).map { rows.appending($0).appending("cells") } ?? rows
    default:
      var path = JSONPath(tokens: ["items"])
      while below(3) > 0, let position = position(path) { path = path.appending(position).appending("subs") }
      return path
    }
  }
}
