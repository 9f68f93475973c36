// Random values of each kind that a state can have, and values that are nearly the same.
import Enfold

/// A value that tests of observation use.
protocol Missable: JSONCodable, Sendable, SendableMetatype {
  static func random(_ random: inout SeededGenerator) -> Self
  /// A value that may differ in one thing: in the spelling of a text, the sign of a zero, the order of keys, or in nothing.
  func near(_ random: inout SeededGenerator) -> Self
}

extension SeededGenerator {
  mutating func one<T>(of values: T...) -> T { values[below(values.count)] }
}

extension Bool: Missable {
  static func random(_ random: inout SeededGenerator) -> Bool { random.chance(2) }
  func near(_ random: inout SeededGenerator) -> Bool { random.chance(2) ? self : !self }
}

extension Int: Missable {
  static func random(_ random: inout SeededGenerator) -> Int { random.one(of: 0, 1, -1, .max, .min, random.below(100)) }
  func near(_ random: inout SeededGenerator) -> Int { random.chance(2) ? self : self ^ 1 }
}

extension UInt64: Missable {
  static func random(_ random: inout SeededGenerator) -> UInt64 { random.one(of: 0, 1, .max, 1 << 63, random.next()) }
  func near(_ random: inout SeededGenerator) -> UInt64 { random.chance(2) ? self : self ^ 1 }
}

extension Double: Missable {
  static func random(_ random: inout SeededGenerator) -> Double {
    random.one(
      of: 0.0, -0.0, 1, 0.1, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, Double(random.below(1_000)) / 8)
  }
  func near(_ random: inout SeededGenerator) -> Double {
    if isNaN { return random.one(of: .nan, -.nan, Double(nan: 7, signaling: false), 1) }
    return random.one(of: self, self, -self, nextUp)
  }
}

extension Float: Missable {
  static func random(_ random: inout SeededGenerator) -> Float { Float(Double.random(&random)) }
  func near(_ random: inout SeededGenerator) -> Float {
    if isNaN { return random.one(of: .nan, -.nan, Float(nan: 7, signaling: false), 1) }
    return random.one(of: self, self, -self, nextUp)
  }
}

extension String: Missable {
  static func random(_ random: inout SeededGenerator) -> String {
    let part = random.one(
      of: "", "a", "b", "\u{e9}", "e\u{301}", "\u{212b}", "\u{c5}", "\u{ac00}", "\u{1100}\u{1161}", "\0")
    return random.chance(3) ? "a long text that lies on the heap \(part)" : part
  }
  func near(_ random: inout SeededGenerator) -> String {
    let pairs = [("\u{e9}", "e\u{301}"), ("\u{212b}", "\u{c5}"), ("\u{ac00}", "\u{1100}\u{1161}"), ("a", "b")]
    let (from, to) = pairs[random.below(pairs.count)]
    let (old, new) = random.chance(2) ? (from, to) : (to, from)
    // By scalars, because that is what makes the difference.
    let scalars = Array(unicodeScalars), wanted = Array(old.unicodeScalars)
    guard let place = scalars.indices.first(where: { scalars[$0...].starts(with: wanted) }) else { return self }
    var text = String.UnicodeScalarView(scalars[..<place])
    text.append(contentsOf: new.unicodeScalars)
    text.append(contentsOf: scalars[(place + wanted.count)...])
    return String(text)
  }
}

extension Optional: Missable where Wrapped: Missable {
  static func random(_ random: inout SeededGenerator) -> Wrapped? { random.chance(3) ? nil : .random(&random) }
  func near(_ random: inout SeededGenerator) -> Wrapped? {
    guard let self else { return random.chance(2) ? nil : .random(&random) }
    return random.chance(6) ? nil : self.near(&random)
  }
}

extension Array: Missable where Element: Missable {
  static func random(_ random: inout SeededGenerator) -> [Element] {
    (0..<random.below(4)).map { _ in .random(&random) }
  }
  func near(_ random: inout SeededGenerator) -> [Element] {
    if isEmpty || random.chance(6) { return random.chance(2) ? self : reversed() }
    var list = self
    let place = random.below(count)
    list[place] = list[place].near(&random)
    return list
  }
}

extension Dictionary: Missable where Key: Missable & JSONKeyConvertible, Value: Missable {
  static func random(_ random: inout SeededGenerator) -> [Key: Value] {
    var members: [Key: Value] = [:]
    for _ in 0..<random.below(4) { members[.random(&random)] = .random(&random) }
    return members
  }
  func near(_ random: inout SeededGenerator) -> [Key: Value] {
    guard let key = keys.sorted(by: { $0.jsonKey < $1.jsonKey }).first, let value = self[key] else { return self }
    var members = self
    members[key] = nil
    if random.chance(2) { members[key.near(&random)] = value } else { members[key] = value.near(&random) }
    return members
  }
}

extension Set: Missable where Element: Missable {
  static func random(_ random: inout SeededGenerator) -> Set<Element> { Set([Element].random(&random)) }
  func near(_ random: inout SeededGenerator) -> Set<Element> {
    guard let element = map({ ($0, JSON.string($0)) }).min(by: { $0.1 < $1.1 })?.0 else { return self }
    var set = self
    set.remove(element)
    set.insert(random.chance(2) ? element : element.near(&random))
    return set
  }
}

extension JSONValue: Missable {
  static func random(_ random: inout SeededGenerator) -> JSONValue { .random(&random, depth: 2) }

  private static func random(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
    switch random.below(depth > 0 ? 8 : 6) {
    case 0: return .null
    case 1: return .bool(.random(&random))
    case 2: return .integer(Int64(random.below(3)))
    case 3: return .unsigned(.random(&random))
    case 4: return .double(.random(&random))
    case 5: return .string(.random(&random))
    case 6: return .array((0..<random.below(3)).map { _ in .random(&random, depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<random.below(4) { object[.random(&random)] = .random(&random, depth: depth - 1) }
      return .object(object)
    }
  }

  func near(_ random: inout SeededGenerator) -> JSONValue {
    switch self {
    case .null, .bool: return self
    case .integer(let number): return random.one(of: self, .double(Double(number)), .unsigned(UInt64(max(0, number))))
    case .unsigned(let number): return random.one(of: self, .double(Double(number)), .integer(Int64(clamping: number)))
    case .double(let number):
      return random.one(
        of: self, .double(number.near(&random)), .integer(Int64(exactly: number) ?? 0), .string("Infinity"))
    case .string(let text): return random.one(of: self, .string(text.near(&random)), .double(.infinity))
    case .array(let elements): return .array(elements.near(&random))
    case .object(let object):
      var other = JSONObject()
      let members = random.chance(2) ? object.members : object.members.reversed()
      for (key, value) in members { other[random.chance(4) ? key.near(&random) : key] = value }
      return .object(other)
    }
  }
}

extension Timestamp: Missable {
  static func random(_ random: inout SeededGenerator) -> Timestamp { Timestamp(nanosecondsSince1970: .random(&random)) }
  func near(_ random: inout SeededGenerator) -> Timestamp {
    Timestamp(nanosecondsSince1970: Int(nanosecondsSince1970).near(&random))
  }
}

extension Timestamp {
  fileprivate init(nanosecondsSince1970 number: Int) { self.init(nanosecondsSince1970: Int64(number)) }
}

extension NoValue: Missable {
  static func random(_ random: inout SeededGenerator) -> NoValue { NoValue() }
  func near(_ random: inout SeededGenerator) -> NoValue { NoValue() }
}

extension ActionError: Missable {
  static func random(_ random: inout SeededGenerator) -> ActionError { ActionError(String.random(&random)) }
  func near(_ random: inout SeededGenerator) -> ActionError { ActionError(message.near(&random)) }
}

extension Result: Missable where Success: Missable, Failure: Missable {
  static func random(_ random: inout SeededGenerator) -> Self {
    random.chance(3) ? .failure(.random(&random)) : .success(.random(&random))
  }
  func near(_ random: inout SeededGenerator) -> Self {
    switch self {
    case .success(let value): .success(value.near(&random))
    case .failure(let error): .failure(error.near(&random))
    }
  }
}
