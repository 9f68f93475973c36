// PlaceEncoder: writes an Encodable value as JSON.

/// A place in a JSON text, which an encoder fills.
final class Place {
  var scalar = "null"
  var members: [String: Place]?
  var elements: [Place]?

  /// The compact text.
  var json: String {
    if let members {
      let texts = members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\($0.value.json)" }
      return "{\(texts.joined(separator: ","))}"
    }
    if let elements { return "[\(elements.map(\.json).joined(separator: ","))]" }
    return scalar
  }

  func set(_ value: some Encodable, codingPath: [any CodingKey]) throws {
    switch value {
    case let text as String: scalar = quoted(text)
    case let bool as Bool: scalar = "\(bool)"
    case let number as any FixedWidthInteger: scalar = "\(number)"
    case let number as Double where number.isFinite: scalar = "\(number)"
    default: try value.encode(to: PlaceEncoder(place: self, codingPath: codingPath))
    }
  }
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case _ where scalar.value < 0x20:
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

struct PlaceEncoder: Encoder {
  let place: Place
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if place.members == nil { place.members = [:] }
    return KeyedEncodingContainer(Members(place: place, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if place.elements == nil { place.elements = [] }
    return Elements(place: place, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(place: place, codingPath: codingPath) }
}

private struct Single: SingleValueEncodingContainer {
  let place: Place
  let codingPath: [any CodingKey]

  mutating func encodeNil() {}
  mutating func encode(_ value: some Encodable) throws { try place.set(value, codingPath: codingPath) }
}

private struct Elements: UnkeyedEncodingContainer {
  let place: Place
  let codingPath: [any CodingKey]
  var count: Int { place.elements?.count ?? 0 }

  private func next() -> Place {
    let element = Place()
    place.elements?.append(element)
    return element
  }

  mutating func encodeNil() { _ = next() }
  mutating func encode(_ value: some Encodable) throws { try next().set(value, codingPath: codingPath) }
  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    PlaceEncoder(place: next(), codingPath: codingPath).container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    PlaceEncoder(place: next(), codingPath: codingPath).unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { PlaceEncoder(place: next(), codingPath: codingPath) }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: Place
  let codingPath: [any CodingKey]

  private func member(_ key: any CodingKey) -> Place {
    let member = Place()
    place.members?[key.stringValue] = member
    return member
  }

  mutating func encodeNil(forKey key: Key) { _ = member(key) }
  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    try member(key).set(value, codingPath: codingPath + [key])
  }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    PlaceEncoder(place: member(key), codingPath: codingPath + [key]).container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    PlaceEncoder(place: member(key), codingPath: codingPath + [key]).unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { PlaceEncoder(place: place, codingPath: codingPath) }
  mutating func superEncoder(forKey key: Key) -> any Encoder {
    PlaceEncoder(place: member(key), codingPath: codingPath + [key])
  }
}
