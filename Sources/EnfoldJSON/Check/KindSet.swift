// KindSet: kinds of JSON values, as the types of a schema tell them apart.

/// A set of kinds of values.
struct KindSet: OptionSet, Sendable {
  let rawValue: UInt8

  static let null = KindSet(rawValue: 1)
  static let bool = KindSet(rawValue: 2)
  static let string = KindSet(rawValue: 4)
  /// A number that is written with digits alone.
  static let integer = KindSet(rawValue: 8)
  /// A number that is written with a fraction or an exponent.
  static let fraction = KindSet(rawValue: 16)
  static let array = KindSet(rawValue: 32)
  static let object = KindSet(rawValue: 64)

  static let number: KindSet = [.integer, .fraction]
  static let all = KindSet(rawValue: 127)

  /// The names of types in a schema.
  static let named: [(name: String, kinds: KindSet)] = [
    ("null", .null), ("boolean", .bool), ("object", .object), ("array", .array), ("number", .number),
    ("string", .string), ("integer", .integer),
  ]

  /// The kind that a value's first byte tells: for a number both kinds. It is empty if no value begins there.
  init(_ kind: JSONReader.Kind) {
    switch kind {
    case .null: self = .null
    case .bool: self = .bool
    case .string: self = .string
    case .number: self = .number
    case .array: self = .array
    case .object: self = .object
    case .end, .invalid: self = []
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  func intersects(_ other: KindSet) -> Bool { rawValue & other.rawValue != 0 }

  /// The kinds in words: "a string or null".
  var phrase: String {
    var names: [String] = []
    if contains(.object) { names.append("an object") }
    if contains(.array) { names.append("an array") }
    if contains(.string) { names.append("a string") }
    if contains(.fraction) { names.append("a number") } else if contains(.integer) { names.append("an integer") }
    if contains(.bool) { names.append("a boolean") }
    if contains(.null) { names.append("null") }
    guard let last = names.popLast() else { return "nothing" }
    return names.isEmpty ? last : "\(names.joined(separator: ", ")) or \(last)"
  }
}
