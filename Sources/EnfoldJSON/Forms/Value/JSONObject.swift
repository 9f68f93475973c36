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
      guard let newValue else {
        if let position = position(of: key) { _ = remove(at: position) }
        return
      }
      if let position = position(of: key) {
        members[position].value = newValue
      } else {
        append(key, newValue)
      }
    }
  }

  private static var largestSearched: Int { Sizes.of(8, tiny: 1) }

  func position(of key: String) -> Int? {
    guard members.count <= Self.largestSearched else { return positions[ExactText(key)] }
    return members.firstIndex { $0.key.hasSameBytes(as: key) }
  }

  /// Replaces the value at a position and returns the old one.
  mutating func replaceValue(at position: Int, _ value: JSONValue) -> JSONValue {
    exchange(&members[position].value, with: value)
  }

  /// Inserts a member, whose key must be new. O(n), but not at the end.
  mutating func insert(_ key: String, _ value: JSONValue, at position: Int) {
    members.insert((key, value), at: position)
    index(from: members.count == Self.largestSearched + 1 ? 0 : position)
  }

  /// Removes a member and returns its value. O(n), but not at the end.
  mutating func remove(at position: Int) -> JSONValue {
    let member = members.remove(at: position)
    positions[ExactText(member.key)] = nil
    index(from: position)
    return member.value
  }

  private mutating func append(_ key: String, _ value: JSONValue) { insert(key, value, at: members.count) }

  private mutating func index(from start: Int) {
    guard members.count > Self.largestSearched else { return positions = [:] }
    for position in start..<members.count { positions[ExactText(members[position].key)] = position }
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
