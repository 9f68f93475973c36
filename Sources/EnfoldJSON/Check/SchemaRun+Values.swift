// SchemaRun: checks strings, numbers and constants.

extension SchemaRun {
  mutating func checkText(_ rule: SchemaRule, _ reader: inout JSONReader) throws(JSONError) {
    let text = try reader.readText()
    if let constants = rule.constants, constants.texts.index(of: text) == nil {
      throw mismatch(offset: text.offset) {
        none(of: constants, rule, .string, "\"\(text.shortened)\"", meant: text.shortened)
      }
    }
    guard let length = rule.length else { return }
    let count = text.scalarCount
    guard !length.contains(count) else { return }
    throw mismatch(offset: text.offset) {
      "a string of \(counted(count, "character")) where \(amount(length, "character")) is expected"
    }
  }

  mutating func checkNumber(_ rule: SchemaRule, _ reader: inout JSONReader) throws(JSONError) {
    let offset = reader.offset
    if rule.kinds.contains(.integer), let integer = reader.readSmallInteger() {
      guard let numbers = rule.numbers, !(numbers.small.map { $0.contains(integer) } ?? false) else { return }
      let text = "\(integer)"
      return try check(ExactNumber(text), text, numbers, offset)
    }
    var ahead = reader
    let number = try ahead.scanNumber()
    let text = try reader.readNumberText()
    guard rule.kinds.contains(number.isInteger ? .integer : .fraction) else {
      throw mismatch(offset: offset) {
        number.isInteger
          ? "an integer where \(rule.kinds.phrase) is expected" : "\(shown(text)) is no integer: digits alone make one"
      }
    }
    if rule.kinds.contains(.number), rule.kinds != .all {
      guard let first = text.baseAddress, number.doubleValue(text: first, end: first + text.count).isFinite else {
        throw mismatch(offset: offset) { "\(shown(text)) is out of the range of Double (about ±1.8e308)" }
      }
    }
    if let numbers = rule.numbers { try check(ExactNumber(text), shown(text), numbers, offset) }
  }

  private func check(
    _ number: ExactNumber, _ text: @autoclosure () -> String, _ rule: NumberRule, _ offset: Int
  ) throws(JSONError) {
    let isAbove = rule.lower.map { $0.value < number || $0.value == number && !$0.isExclusive } ?? true
    let isBelow = rule.upper.map { number < $0.value || $0.value == number && !$0.isExclusive } ?? true
    guard isAbove, isBelow else {
      throw mismatch(offset: offset) {
        if let lower = rule.lower, let upper = rule.upper, !lower.isExclusive, !upper.isExclusive {
          return "\(text()) is out of the range \(lower.text)...\(upper.text)"
        }
        if !isAbove, let lower = rule.lower {
          let range = lower.isExclusive ? "greater than" : "of at least"
          return "\(text()) where a number \(range) \(lower.text) is expected"
        }
        guard let upper = rule.upper else { return "" }
        let range = upper.isExclusive ? "less than" : "of at most"
        return "\(text()) where a number \(range) \(upper.text) is expected"
      }
    }
    if let multiple = rule.multiple, !number.isMultiple(of: multiple.value) {
      throw mismatch(offset: offset) { "\(text()) is no multiple of \(multiple.text)" }
    }
  }

  // MARK: Constants

  /// Checks a value that is compared with constants.
  mutating func check(_ constants: SchemaConstants, _ rule: SchemaRule, _ reader: JSONReader) throws(JSONError) {
    var copy = reader
    let kind = KindSet(copy.peek())
    var form: [UInt8] = []
    if kind == .string {
      if constants.texts.index(of: try copy.readText()) != nil { return }
    } else if constants.kinds.intersects(kind) {
      if kind == .number {
        var number = copy
        form.append((try number.scanNumber().isInteger ? KindSet.integer : .fraction).rawValue)
      }
      var cost = 0
      try copy.appendCanonical(to: &form, cost: &cost)
      try pay(4 * cost, at: reader.offset)
      if constants.others.contains(form) { return }
    }
    throw mismatch(at: reader) {
      var copy = reader
      let text = (try? copy.rawValue()).map { shortened(String(decoding: $0.prefix(100), as: UTF8.self)) } ?? "this"
      return none(of: constants, rule, kind, text, meant: nil)
    }
  }

  /// - Parameters:
  ///   - text: the value as JSON.
  ///   - meant: the value, if it is a string.
  private func none(
    of constants: SchemaConstants, _ rule: SchemaRule, _ kind: KindSet, _ text: String, meant: String?
  ) -> String {
    let shown = listed(constants.shown)
    let known = constants.shown.count == 1 ? "it is \(shown)" : "it is one of \(shown)"
    guard constants.kinds.intersects(kind) else {
      guard !constants.shown.isEmpty else { return "\(kind.phrase) where nothing can be" }
      return "\(kind.phrase) where \(constants.kinds.phrase) is expected; \(known)"
    }
    let advice = advice(meant, constants.texts.names)
    if !rule.name.isEmpty { return "\(text) is no \(rule.name); \(known)\(advice)" }
    return constants.shown.count == 1 ? "\(text) where \(shown) is expected" : "\(text) is none of \(shown)\(advice)"
  }

  // MARK: Messages

  /// The name that may have been meant instead of an unknown one.
  func advice(_ unknown: String?, _ known: [String]) -> String {
    unknown.flatMap { nearest(to: $0, among: known) }.map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// Names in a message, unless they are very many.
  func listed(_ names: some Collection<String>) -> String {
    let shown = names.prefix(50).joined(separator: ", ")
    return names.count > 50 ? "\(shown), …" : shown
  }

  /// "at least 3 characters".
  func amount(_ range: ClosedRange<Int>, _ thing: String) -> String {
    if range.lowerBound == range.upperBound { return "one of \(counted(range.lowerBound, thing))" }
    if range.upperBound == .max { return "one of at least \(counted(range.lowerBound, thing))" }
    if range.lowerBound == 0 { return "one of at most \(counted(range.upperBound, thing))" }
    return "one of \(range.lowerBound) to \(counted(range.upperBound, thing))"
  }

  func counted(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }

  private func shown(_ number: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: number.prefix(40), as: UTF8.self) + (number.count > 40 ? "…" : "")
  }
}

extension JSONKey {
  /// How many Unicode scalars the text has.
  fileprivate var scalarCount: Int {
    guard let bytes = plainBytes else { return string.unicodeScalars.count }
    // In UTF-8 each scalar has exactly one byte that is no continuation byte.
    return bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }
}
