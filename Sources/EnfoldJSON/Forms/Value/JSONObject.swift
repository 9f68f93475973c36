// JSONObject: the object of a JSONValue. Its members keep their order.

/// The members of an object, in order, with O(1) access by key.
///
/// Two keys are the same if their bytes are the same. Two objects are equal if they have equal values for the same
/// keys, in any order.
public struct JSONObject: Sendable {
  public typealias Member = (key: String, value: JSONValue)

  /// The members in order. No two have the same key.
  public private(set) var members: [Member] = []

  /// The position of each key. It is empty for small objects, which are searched.
  private var positions: [ExactText: Int] = [:]

  public init() {}

  public var count: Int { members.count }
  public var isEmpty: Bool { members.isEmpty }

  /// The value of a key. Setting a new key appends a member; setting nil removes one, in O(n).
  public subscript(key: String) -> JSONValue? {
    get { position(of: key).map { members[$0].value } }
    set {
      guard let newValue else { return remove(key) }
      if let position = position(of: key) {
        members[position].value = newValue
      } else {
        append(key, newValue)
      }
    }
  }

  /// Changes the value of a key in place. Nil if there is no such key.
  mutating func update<R>(
    _ key: String, _ body: (inout JSONValue) throws(JSONError) -> R
  ) throws(JSONError) -> R? {
    guard let position = position(of: key) else { return nil }
    return try body(&members[position].value)
  }

  private static var largestSearched: Int { Sizes.of(8, tiny: 1) }

  private func position(of key: String) -> Int? {
    guard members.count <= Self.largestSearched else { return positions[ExactText(key)] }
    return members.firstIndex { $0.key.hasSameBytes(as: key) }
  }

  private mutating func append(_ key: String, _ value: JSONValue) {
    members.append((key, value))
    if members.count == Self.largestSearched + 1 {
      indexAll()
    } else if members.count > Self.largestSearched {
      positions[ExactText(key)] = members.count - 1
    }
  }

  private mutating func remove(_ key: String) {
    guard let position = position(of: key) else { return }
    members.remove(at: position)
    positions = [:]
    if members.count > Self.largestSearched { indexAll() }
  }

  private mutating func indexAll() {
    for (position, member) in members.enumerated() { positions[ExactText(member.key)] = position }
  }
}

extension JSONObject: Equatable {
  public static func == (object: JSONObject, other: JSONObject) -> Bool {
    object.count == other.count && object.members.allSatisfy { other[$0.key] == $0.value }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}
