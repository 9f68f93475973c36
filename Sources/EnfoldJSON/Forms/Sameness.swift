// Whether two values have the same JSON, found without writing it where the type can tell.

extension JSONEncodable {
  public func hasSameJSON(as other: Self) -> Bool { JSON.areWrittenAlike(self, other) }

  public var jsonIsNull: Bool {
    var writer = JSONWriter(capacity: 64)
    writeJSON(to: &writer)
    return !writer.hasFailed && writer.withBytes { $0.elementsEqual("null".utf8) }
  }
}

extension JSON {
  /// Writes two values and compares the texts. A value that cannot be written has the same JSON as its copies only.
  @usableFromInline package static func areWrittenAlike<T: JSONEncodable>(_ value: T, _ other: T) -> Bool {
    if haveSameBits(value, other) { return true }
    var texts = JSONWriter()
    value.writeJSON(to: &texts)
    let count = texts.count
    other.writeJSON(to: &texts)
    guard !texts.hasFailed, texts.count == 2 * count else { return false }
    return texts.withBytes { $0[..<count].elementsEqual($0[count...]) }
  }
}

// MARK: Booleans, numbers and strings

extension Bool {
  @inlinable public func hasSameJSON(as other: Bool) -> Bool { self == other }
  @inlinable public var jsonIsNull: Bool { false }
}

extension JSONInteger {
  @inlinable public func hasSameJSON(as other: Self) -> Bool { self == other }
  @inlinable public var jsonIsNull: Bool { false }
}

// The numbers 0.0 and -0.0 are equal and are written differently. All NaN are written alike.

extension Double {
  @inlinable public func hasSameJSON(as other: Double) -> Bool {
    bitPattern == other.bitPattern || isNaN && other.isNaN
  }
  @inlinable public var jsonIsNull: Bool { false }
}

extension Float {
  @inlinable public func hasSameJSON(as other: Float) -> Bool { bitPattern == other.bitPattern || isNaN && other.isNaN }
  @inlinable public var jsonIsNull: Bool { false }
}

extension String {
  @inlinable public func hasSameJSON(as other: String) -> Bool { hasSameBytes(as: other) }
  @inlinable public var jsonIsNull: Bool { false }
}

// MARK: Optionals, collections and results

extension Optional where Wrapped: JSONEncodable {
  @inlinable public func hasSameJSON(as other: Wrapped?) -> Bool {
    switch (self, other) {
    case (let value?, let other?): value.hasSameJSON(as: other)
    case (nil, nil): true
    // What is in an optional may be written as null, too.
    case (let value?, nil), (nil, let value?): value.jsonIsNull
    }
  }

  @inlinable public var jsonIsNull: Bool {
    if let self { self.jsonIsNull } else { true }
  }
}

extension Array where Element: JSONEncodable {
  @inlinable public func hasSameJSON(as other: [Element]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { elements in
      other.withUnsafeBufferPointer { others in
        elements.baseAddress == others.baseAddress
          || elements.indices.allSatisfy { elements[$0].hasSameJSON(as: others[$0]) }
      }
    }
  }

  @inlinable public var jsonIsNull: Bool { false }
}

extension Dictionary where Key: JSONKeyConvertible, Value: JSONEncodable {
  @inlinable public func hasSameJSON(as other: Self) -> Bool {
    if JSON.haveSameBits(self, other) { return true }
    guard count == other.count else { return false }
    for (key, value) in self {
      // Keys may be equal and written differently, and the other way round.
      guard let place = other.index(forKey: key), JSON.areSameKeys(key, other.keys[place]) else {
        return !JSON.differsIfUnequal(Key.self) && JSON.areWrittenAlike(self, other)
      }
      guard value.hasSameJSON(as: other.values[place]) else { return false }
    }
    return true
  }

  @inlinable public var jsonIsNull: Bool { false }
}

extension Set where Element: JSONEncodable {
  public func hasSameJSON(as other: Self) -> Bool {
    if JSON.haveSameBits(self, other) { return true }
    guard count == other.count else { return false }
    let isSame = allSatisfy { element in
      other.firstIndex(of: element).map { element.hasSameJSON(as: other[$0]) } ?? false
    }
    // Elements may be equal and written differently, and the other way round.
    return isSame || !JSON.differsIfUnequal(Element.self) && JSON.areWrittenAlike(self, other)
  }

  public var jsonIsNull: Bool { false }
}

extension JSON {
  /// Whether two keys are written alike.
  @inlinable static func areSameKeys<Key: JSONKeyConvertible>(_ key: Key, _ other: Key) -> Bool {
    haveSameBits(key, other) || key.jsonKey.hasSameBytes(as: other.jsonKey)
  }

  /// Whether unequal values of a type always have different JSON. NaN equals nothing, and a type may have any `==`.
  @usableFromInline
  package static func differsIfUnequal<T>(_ type: T.Type) -> Bool {
    type == String.self || type is any JSONInteger.Type
  }
}

extension Result where Success: JSONEncodable, Failure: JSONEncodable {
  public func hasSameJSON(as other: Self) -> Bool {
    switch (self, other) {
    case (.success(let value), .success(let other)): value.hasSameJSON(as: other)
    case (.failure(let error), .failure(let other)): error.hasSameJSON(as: other)
    default: false
    }
  }

  public var jsonIsNull: Bool { false }
}

// MARK: Values of the library

extension NoValue {
  public func hasSameJSON(as other: NoValue) -> Bool { true }
  public var jsonIsNull: Bool { true }
}

extension JSONValue {
  public func hasSameJSON(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.integer(let left), .unsigned(let right)), (.unsigned(let right), .integer(let left)): left == right
    case (.double(let left), .double(let right)): left.hasSameJSON(as: right)
    // A double that is not finite is written as a string.
    case (.double(let number), .string), (.string, .double(let number)):
      !number.isFinite && JSON.areWrittenAlike(self, other)
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left.hasSameJSON(as: right)
    case (.object(let left), .object(let right)): left.hasSameJSON(as: right)
    default: false
    }
  }

  public var jsonIsNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension JSONObject {
  /// Whether the members have the same keys and values in the same order.
  func hasSameJSON(as other: JSONObject) -> Bool {
    count == other.count
      && zip(members, other.members).allSatisfy {
        $0.key.hasSameBytes(as: $1.key) && $0.value.hasSameJSON(as: $1.value)
      }
  }
}
