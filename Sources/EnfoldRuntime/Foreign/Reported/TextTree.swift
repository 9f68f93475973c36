// TextTree: a JSON text that is split where it changes, to find what is new in another text.
import Enfold
import EnfoldJSON

/// A value as its text. Only the values that a change leads through are split, so that most of a great value is one
/// text, and a small change of it is found fast.
enum TextTree {
  case text([UInt8])
  case array([TextTree])
  case object([Member])

  struct Member {
    let key: JSONPath.Token
    var value: TextTree
  }

  typealias Operation = (kind: ChangeOperation.Kind, pointer: [UInt8], value: [UInt8]?)

  /// Collects the operations of a patch.
  struct Operations {
    /// With more operations than this, the whole value is replaced. Postponed reports have the same limit.
    private static var limit: Int { 4_096 }
    /// Deeper down, values that differ are replaced as a whole.
    private static var depthLimit: Int { 64 }

    private var found: [Operation] = []
    private var isOver = false
    private var pointer: [UInt8] = []
    fileprivate private(set) var depth = 0

    /// Nil if there are too many.
    var all: [Operation]? { isOver ? nil : found }
    fileprivate var isDeep: Bool { depth >= Self.depthLimit }

    fileprivate mutating func add(_ kind: ChangeOperation.Kind, _ value: UnsafeRawBufferPointer?) {
      if found.count >= Self.limit { isOver = true }
      if !isOver { found.append((kind, pointer, value.map { Array($0) })) }
    }

    fileprivate mutating func at<R>(_ token: JSONPath.Token, _ body: (inout Operations) -> R) -> R {
      let mark = pointer.count
      depth += 1
      pointer += JSONPath(tokens: [token.text]).pointer.utf8
      defer {
        pointer.removeSubrange(mark...)
        depth -= 1
      }
      return body(&self)
    }
  }

  // MARK: New values

  /// Takes a new value at a place inside. False if the value here has no such place.
  ///
  /// - Parameter text: nil if nothing is there any more.
  mutating func replace(
    _ place: JSONPath, by text: UnsafeRawBufferPointer?, _ operations: inout Operations
  ) -> Bool {
    guard let token = place.first else {
      guard let text else { return false }
      become(text, &operations)
      return true
    }
    split()
    // The elements are moved out while they are changed. So they have only one owner, and are not copied.
    switch self {
    case .text: return false
    case .array(var elements):
      self = .text([])
      defer { self = .array(elements) }
      guard let index = token.index, index <= elements.count else { return false }
      return operations.at(token) { operations in
        if index < elements.count, place.count > 1 || text != nil {
          return elements[index].replace(place.dropFirst(), by: text, &operations)
        }
        guard place.count == 1 else { return false }
        if let text {
          elements.append(.text(Array(text)))
          operations.add(.add, text)
        } else if index == elements.count - 1 {
          elements.removeLast()
          operations.add(.remove, nil)
        } else {
          // Nothing was there, and nothing is there: right only behind the last element, as no other can go alone.
          return index == elements.count
        }
        return true
      }
    case .object(var members):
      self = .text([])
      defer { self = .object(members) }
      let index = members.firstIndex { $0.key == token }
      return operations.at(token) { operations in
        if let index, place.count > 1 || text != nil {
          return members[index].value.replace(place.dropFirst(), by: text, &operations)
        }
        guard place.count == 1 else { return false }
        if let text {
          members.append(Member(key: token, value: .text(Array(text))))
          operations.add(.add, text)
        } else if let index {
          members.remove(at: index)
          operations.add(.remove, nil)
        }
        return true
      }
    }
  }

  /// Takes a new value here.
  mutating func become(_ text: UnsafeRawBufferPointer, _ operations: inout Operations) {
    if case .text(let old) = self, old.elementsEqual(text) { return }
    guard !operations.isDeep, let parts = Parts(text) else { return replaceAll(text, &operations) }
    split()
    switch (self, parts) {
    case (.array(var elements), .array(let new)):
      self = .text([])
      defer { self = .array(elements) }
      Self.align(&elements, new, &operations)
    case (.object(var members), .object(let new)):
      let kept = members.map(\.key).filter { new.contains($0) }
      // No operation on a member moves it.
      guard !kept.isEmpty || members.isEmpty || new.all.isEmpty, new.hasOrder(kept) else {
        return replaceAll(text, &operations)
      }
      self = .text([])
      defer { self = .object(members) }
      Self.align(&members, new, &operations)
    default: replaceAll(text, &operations)
    }
  }

  private mutating func replaceAll(_ text: UnsafeRawBufferPointer, _ operations: inout Operations) {
    operations.add(.replace, text)
    self = .text(Array(text))
  }

  /// Equal elements at the beginning and at the end stay. The elements between them are changed, removed or added.
  private static func align(
    _ elements: inout [TextTree], _ new: [UnsafeRawBufferPointer], _ operations: inout Operations
  ) {
    let common = min(elements.count, new.count)
    var start = 0
    while start < common, elements[start].isEqual(to: new[start]) { start += 1 }
    var tail = 0
    while tail < common - start, elements[elements.count - 1 - tail].isEqual(to: new[new.count - 1 - tail]) {
      tail += 1
    }
    let kept = min(elements.count, new.count) - tail
    for index in start..<kept { operations.at(JSONPath.Token("\(index)")) { elements[index].become(new[index], &$0) } }
    for index in (kept..<max(elements.count - tail, kept)).reversed() {
      operations.at(JSONPath.Token("\(index)")) { $0.add(.remove, nil) }
    }
    let added = kept..<max(new.count - tail, kept)
    for index in added { operations.at(JSONPath.Token("\(index)")) { $0.add(.add, new[index]) } }
    elements.replaceSubrange(kept..<elements.count - tail, with: added.map { .text(Array(new[$0])) })
  }

  private static func align(_ members: inout [Member], _ new: Parts.Members, _ operations: inout Operations) {
    members.removeAll { member in
      if new.contains(member.key) { return false }
      operations.at(member.key) { $0.add(.remove, nil) }
      return true
    }
    var known: Set<JSONPath.Token> = []
    for index in members.indices {
      known.insert(members[index].key)
      guard let text = new[members[index].key] else { continue }
      operations.at(members[index].key) { members[index].value.become(text, &$0) }
    }
    for (key, text) in new.all where !known.contains(key) {
      operations.at(key) { $0.add(.add, text) }
      members.append(Member(key: key, value: .text(Array(text))))
    }
    if members.count > known.count { members.sort { new.place(of: $0.key) < new.place(of: $1.key) } }
  }

  /// Whether a text is the same value, written in the same way.
  private func isEqual(to text: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .text(let old): return old.elementsEqual(text)
    case .array(let elements):
      guard case .array(let new) = Parts(text) else { return false }
      return elements.count == new.count && zip(elements, new).allSatisfy { $0.isEqual(to: $1) }
    case .object(let members):
      guard case .object(let new) = Parts(text) else { return false }
      return members.count == new.all.count
        && zip(members, new.all).allSatisfy { $0.key == $1.key && $0.value.isEqual(to: $1.text) }
    }
  }

  // MARK: Splitting

  /// Splits a text into its elements; does nothing if it has none.
  private mutating func split() {
    guard case .text(let text) = self else { return }
    text.withUnsafeBytes { bytes in
      switch Parts(bytes) {
      case .array(let elements): self = .array(elements.map { .text(Array($0)) })
      case .object(let members): self = .object(members.all.map { Member(key: $0, value: .text(Array($1))) })
      case nil: break
      }
    }
  }

  /// The texts that an array or an object consists of. They are inside its own text.
  private enum Parts {
    case array([UnsafeRawBufferPointer])
    case object(Members)

    /// The members of an object. If a key occurs more than once, its last value counts.
    struct Members {
      private(set) var all: [(key: JSONPath.Token, text: UnsafeRawBufferPointer)] = []
      private var positions: [JSONPath.Token: Int] = [:]

      func contains(_ key: JSONPath.Token) -> Bool { positions[key] != nil }
      /// The position of a key that occurs.
      func place(of key: JSONPath.Token) -> Int { positions[key] ?? all.count }
      /// Whether keys that all occur stand in this order.
      func hasOrder(_ keys: [JSONPath.Token]) -> Bool {
        zip(keys, keys.dropFirst()).allSatisfy { place(of: $0) < place(of: $1) }
      }
      subscript(key: JSONPath.Token) -> UnsafeRawBufferPointer? { positions[key].map { all[$0].text } }

      mutating func add(_ key: JSONPath.Token, _ text: UnsafeRawBufferPointer) {
        if let position = positions[key] {
          all[position].text = text
        } else {
          positions[key] = all.count
          all.append((key, text))
        }
      }
    }

    /// Nil if the text is no array and no object.
    init?(_ text: UnsafeRawBufferPointer) {
      var reader = JSONReader(text, limits: .greatest)
      do {
        switch reader.peek() {
        case .array:
          var elements: [UnsafeRawBufferPointer] = []
          try reader.beginArray()
          while try reader.nextElement() { elements.append(try Self.value(&reader)) }
          self = .array(elements)
        case .object:
          var members = Members()
          try reader.beginObject()
          while let key = try reader.nextKey() { members.add(JSONPath.Token(key.string), try Self.value(&reader)) }
          self = .object(members)
        default: return nil
        }
      } catch {
        return nil  // does not happen: the text was checked
      }
    }

    /// The next value, without the space before it.
    private static func value(_ reader: inout JSONReader) throws(JSONError) -> UnsafeRawBufferPointer {
      _ = reader.peek()
      return try reader.rawValue()
    }
  }
}
