// SchemaSource: the keywords of one schema, with checks of their values.

/// A schema that is an object.
struct SchemaSource {
  let members: JSONObject
  let path: JSONPath

  subscript(keyword: String) -> JSONValue? { members[keyword] }

  func problem(_ keyword: String, _ message: String) -> SchemaProblem {
    SchemaProblem(path: path.appending(keyword), message: message)
  }

  /// Refuses keywords that say something and are not checked.
  func checkKeywords() throws(SchemaProblem) {
    for (keyword, value) in members.members {
      if SchemaKeywords.checked.contains(keyword) || SchemaKeywords.silent.contains(keyword)
        || keyword.hasPrefix("x-")
      {
        continue
      }
      // A schema that says nothing with it is harmless.
      if keyword == "nullable", value == .bool(false) { continue }
      throw problem(keyword, SchemaKeywords.unknown(keyword))
    }
    if members["$id"] != nil, !path.isEmpty {
      throw problem("$id", "\"$id\" can be at the top only: references inside would begin here")
    }
  }

  /// Refuses numbers that the document holds only rounded.
  func checkNumbers(_ rounded: Set<JSONPath>) throws(SchemaProblem) {
    for keyword in SchemaKeywords.numeric where rounded.contains(path.appending(keyword)) {
      throw problem(keyword, "a number here has more digits than are kept: 17, or an integer of 64 bits")
    }
  }

  func kinds() throws(SchemaProblem) -> KindSet? {
    switch self["type"] {
    case nil: return nil
    case .string(let name)?: return try kind(name)
    case .array(let names)? where !names.isEmpty:
      var all: KindSet = []
      for name in names {
        guard case .string(let name) = name else { throw problem("type", "\"type\" has names of types") }
        all.formUnion(try kind(name))
      }
      return all
    default: throw problem("type", "\"type\" is the name of a type, or an array of names")
    }
  }

  private func kind(_ name: String) throws(SchemaProblem) -> KindSet {
    if let found = KindSet.named.first(where: { $0.name.hasSameBytes(as: name) }) { return found.kinds }
    let known = KindSet.named.map(\.name)
    let meant = nearest(to: name, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
    throw problem("type", "unknown type \"\(shortened(name))\"; known: \(known.joined(separator: ", "))\(meant)")
  }

  /// The values of `const` and of `enum`.
  func constants() throws(SchemaProblem) -> [SchemaConstants] {
    var all: [SchemaConstants] = []
    if let value = self["const"] { all.append(SchemaConstants([value])) }
    switch self["enum"] {
    case nil: break
    case .array(let values)?: all.append(SchemaConstants(values))
    default: throw problem("enum", "\"enum\" is an array of values")
    }
    return all
  }

  func numbers() throws(SchemaProblem) -> NumberRule? {
    let lower = try [bound("minimum", false), bound("exclusiveMinimum", true)].compactMap { $0 }.max { $0.isBelow($1) }
    let upper = try [bound("maximum", false), bound("exclusiveMaximum", true)].compactMap { $0 }.min { $0.isLess($1) }
    let multiple = try bound("multipleOf", false)
    if let multiple {
      guard !multiple.value.isNegative, !multiple.value.digits.isEmpty else {
        throw problem("multipleOf", "\"multipleOf\" is greater than 0")
      }
    }
    guard lower != nil || upper != nil || multiple != nil else { return nil }
    return NumberRule(lower: lower, upper: upper, multiple: multiple)
  }

  private func bound(_ keyword: String, _ isExclusive: Bool) throws(SchemaProblem) -> NumberRule.Bound? {
    guard let value = self[keyword] else { return nil }
    switch value {
    case .integer, .unsigned, .double:
      // A double that is read from JSON is finite, and its shortest text is what was meant.
      return NumberRule.Bound(value: ExactNumber(value.json), isExclusive: isExclusive, text: value.json)
    default: throw problem(keyword, "\"\(keyword)\" is a number")
    }
  }

  /// A range of counts; nil if neither end is given.
  ///
  /// - Parameter fallback: the lower end, if only the upper one is given.
  func range(_ least: String, _ most: String, from fallback: Int = 0) throws(SchemaProblem) -> ClosedRange<Int>? {
    let lower = try count(least)
    let upper = try count(most)
    guard lower != nil || upper != nil else { return nil }
    guard lower ?? fallback <= upper ?? .max else {
      throw problem(most, "nothing fits: \"\(most)\" is less than \"\(least)\", which is \(lower ?? fallback)")
    }
    return (lower ?? fallback)...(upper ?? .max)
  }

  private func count(_ keyword: String) throws(SchemaProblem) -> Int? {
    switch self[keyword] {
    case nil: return nil
    case .integer(let value)? where value >= 0: return Int(value)
    case .unsigned?: return .max
    case .double(let value)? where value >= 0 && value.rounded() == value: return Int(exactly: value) ?? .max
    default: throw problem(keyword, "\"\(keyword)\" is an integer of at least 0")
    }
  }

  func flag(_ keyword: String) throws(SchemaProblem) -> Bool {
    switch self[keyword] {
    case nil: return false
    case .bool(let value)?: return value
    default: throw problem(keyword, "\"\(keyword)\" is true or false")
    }
  }

  /// The schemas of a keyword that has an object of them.
  func schemas(_ keyword: String) throws(SchemaProblem) -> JSONObject? {
    switch self[keyword] {
    case nil: return nil
    case .object(let schemas)?: return schemas
    default: throw problem(keyword, "\"\(keyword)\" is an object of schemas")
    }
  }

  func names(_ keyword: String) throws(SchemaProblem) -> [String]? {
    guard let value = self[keyword] else { return nil }
    guard case .array(let values) = value else { throw problem(keyword, "\"\(keyword)\" is an array of names") }
    var seen = JSONObject()
    for value in values {
      guard case .string(let name) = value else { throw problem(keyword, "\"\(keyword)\" is an array of names") }
      guard seen[name] == nil else { throw problem(keyword, "\"\(shortened(name))\" is there twice") }
      seen[name] = true
    }
    return seen.members.map(\.key)
  }

  /// The place that `$ref` leads to.
  func reference(in document: JSONValue) throws(SchemaProblem) -> JSONPath? {
    guard let value = self["$ref"] else { return nil }
    guard case .string(let text) = value else { throw problem("$ref", "\"$ref\" is a text such as \"#/$defs/Name\"") }
    guard text.hasPrefix("#"), let pointer = percentDecoded(text.dropFirst()),
      pointer.isEmpty || pointer.hasPrefix("/"), let path = try? JSONPath(pointer: pointer)
    else {
      throw problem(
        "$ref", "\"\(shortened(text))\" is no place in this schema: \"#\" and \"#/$defs/Name\" can be referred to")
    }
    guard document[path] != nil else {
      throw problem("$ref", "there is nothing at \"\(shortened(text))\"\(advice(about: path, in: document))")
    }
    return path
  }

  private func advice(about path: JSONPath, in document: JSONValue) -> String {
    guard let last = path.last?.text, case .object(let siblings)? = document[path.dropLast()],
      let meant = nearest(to: last, among: siblings.members.map(\.key))
    else { return "" }
    return "; did you mean \"#\(path.dropLast().appending(meant).pointer)\"?"
  }

  /// The text of a URI's fragment; nil if that is not valid.
  private func percentDecoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue) else {
        return nil
      }
      bytes.append(UInt8(high << 4 | low))
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension SchemaConstants {
  convenience init(_ values: [JSONValue]) {
    var kinds: KindSet = []
    var texts = JSONObject()
    var others: Set<[UInt8]> = []
    for value in values {
      let form = canonicalForm(of: value.json)
      switch value {
      case .string(let text):
        kinds.insert(.string)
        texts[text] = true
      case .integer, .unsigned:
        kinds.insert(.integer)
        others.insert([KindSet.integer.rawValue] + form)
      case .double:
        // A constant such as 1.0 equals 1, as it does for a property that is a Double.
        kinds.formUnion(.number)
        others.insert([KindSet.integer.rawValue] + form)
        others.insert([KindSet.fraction.rawValue] + form)
      case .null, .bool, .array, .object:
        kinds.insert(value.kind)
        others.insert(form)
      }
    }
    self.init(
      kinds: kinds, texts: NameTable(texts.members.map(\.key)), others: others,
      shown: values.map { shortened($0.json) })
  }
}

extension JSONValue {
  fileprivate var kind: KindSet {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer, .unsigned: .integer
    case .double: .fraction
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

/// The canonical form of a text that is JSON.
private func canonicalForm(of text: String) -> [UInt8] {
  var text = text
  return text.withUTF8 { bytes in
    var reader = JSONReader(UnsafeRawBufferPointer(bytes), limits: .greatest)
    var form: [UInt8] = []
    var cost = 0
    try? reader.appendCanonical(to: &form, cost: &cost)
    return form
  }
}

extension NumberRule.Bound {
  /// Whether this lower bound allows more than another one.
  fileprivate func isBelow(_ other: NumberRule.Bound) -> Bool {
    value < other.value || value == other.value && !isExclusive && other.isExclusive
  }

  /// Whether this upper bound allows less than another one.
  fileprivate func isLess(_ other: NumberRule.Bound) -> Bool {
    value < other.value || value == other.value && isExclusive && !other.isExclusive
  }
}

extension NumberRule {
  convenience init(lower: Bound?, upper: Bound?, multiple: Bound?) {
    var small: ClosedRange<Int64>?
    if multiple == nil {
      let least = lower.map { $0.leastInteger } ?? Self.small.lowerBound
      let most = upper.map { $0.greatestInteger } ?? Self.small.upperBound
      if least <= most { small = least...most }
    }
    self.init(lower: lower, upper: upper, multiple: multiple, small: small)
  }

  /// The integers of up to 18 digits.
  fileprivate static let small: ClosedRange<Int64> = -999_999_999_999_999_999...999_999_999_999_999_999
}

extension NumberRule.Bound {
  /// The least integer of up to 18 digits that a lower bound allows.
  fileprivate var leastInteger: Int64 {
    guard let (integer, isExact) = integerBelow else { return value.isNegative ? NumberRule.small.lowerBound : .max }
    return isExact && !isExclusive ? integer : integer + 1
  }

  /// The greatest integer of up to 18 digits that an upper bound allows.
  fileprivate var greatestInteger: Int64 {
    guard let (integer, isExact) = integerBelow else { return value.isNegative ? .min : NumberRule.small.upperBound }
    return isExact && isExclusive ? integer - 1 : integer
  }

  /// The greatest integer that is not greater than the bound, and whether it is the bound; nil if it has more than 18
  /// digits.
  private var integerBelow: (integer: Int64, isExact: Bool)? {
    guard value.exponent <= 18 else { return nil }
    var integer: Int64 = 0
    for index in 0..<max(0, value.exponent) {
      integer = integer * 10 + (index < value.digits.count ? Int64(value.digits[index]) : 0)
    }
    let isExact = value.digits.count <= max(0, value.exponent)
    guard value.isNegative else { return (integer, isExact) }
    return (isExact ? -integer : -integer - 1, isExact)
  }
}
