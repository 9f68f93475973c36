// SchemaRun: one check of one text.

/// Reads a text, and compares its values with the rules.
struct SchemaRun {
  let rules: [SchemaRule]
  /// The word for one alternative of the whole text, such as "action".
  private let noun: String
  /// Whether it only matters that there is an error: nobody reads its message.
  var isQuiet = false
  /// How many bytes may still be read again, because there are several alternatives.
  var budget: Int
  /// How many calls of `check` are inside one another.
  private var depth = 0

  /// The greatest `depth`. It bounds the stack that the check needs. Texts as deep as `JSONLimits.stateDepth`
  /// are within it, unless more than two schemas apply to each of their values, one inside the other.
  private static let greatestDepth = 2 * JSONLimits.greatestDepth

  init(_ schema: SchemaCheck, textLength: Int) {
    rules = schema.rules
    noun = schema.noun
    // Alternatives in alternatives could take time that grows exponentially with their depth.
    budget = schema.patience + 32 * min(textLength, 1 << 40)
  }

  /// Reads the next value, and throws if it does not fit.
  mutating func check(_ index: SchemaRule.Index, _ reader: inout JSONReader) throws(JSONError) {
    depth += 1
    defer { depth -= 1 }
    var rule = rules[index]
    var isCase = false
    while true {
      let kind = KindSet(reader.peek())
      guard rule.kinds.intersects(kind) else { throw unexpected(rule.kinds, &reader) }
      if !rule.parts.isEmpty { try check(rule.parts, of: rule, reader) }
      guard let choice = rule.choice else { return try check(rule, kind, isCase: isCase, &reader) }
      guard let next = try choose(choice, rule, kind, &reader) else { return }
      rule = rules[next]
      isCase = choice.cases != nil
    }
  }

  /// Reads the next value for a rule that has no alternatives.
  private mutating func check(
    _ rule: SchemaRule, _ kind: KindSet, isCase: Bool, _ reader: inout JSONReader
  ) throws(JSONError) {
    if let constants = rule.constants, kind != .string { try check(constants, rule, reader) }
    switch kind {
    case .string: try checkText(rule, &reader)
    case .number: try checkNumber(rule, &reader)
    case .object:
      guard let object = rule.object else { return try reader.skipValue() }
      try descend(reader)
      try check(object, rule, isCase: isCase, &reader)
    case .array:
      guard let array = rule.array else { return try reader.skipValue() }
      try descend(reader)
      try check(array, rule, &reader)
    default: try reader.skipValue()
    }
  }

  private func descend(_ reader: JSONReader) throws(JSONError) {
    guard depth < Self.greatestDepth else {
      throw JSONError(
        code: .limit, offset: reader.offset,
        message: "too many schemas apply to values that are nested so deeply")
    }
  }

  // MARK: Other schemas for the same value

  private mutating func check(
    _ parts: [SchemaPart], of rule: SchemaRule, _ reader: JSONReader
  ) throws(JSONError) {
    for part in parts {
      var copy = reader
      switch part {
      case .every(let index):
        try check(index, &copy)
      case .choice(let choice):
        if let index = try choose(choice, rule, KindSet(copy.peek()), &copy) { try check(index, &copy) }
      case .constants(let constants):
        try check(constants, rule, reader)
        copy = reader
      case .not(let index):
        if try fits(index, &copy) {
          var value = reader
          let kind = value.peek()
          throw mismatch(at: reader) { "\(kind.name) that \"not\" excludes" }
        }
      case .condition(let index, let then, let otherwise):
        if let next = try fits(index, &copy) ? then : otherwise {
          copy = reader
          try check(next, &copy)
        }
      }
      try pay(from: reader.offset, to: copy.offset)
    }
  }

  /// Whether the next value fits a rule. If so, it was read.
  mutating func fits(_ index: SchemaRule.Index, _ reader: inout JSONReader) throws(JSONError) -> Bool {
    try mistake(index, &reader) == nil
  }

  /// The offset of the first mistake in the next value; nil if there is none, and the value was read.
  mutating func mistake(_ index: SchemaRule.Index, _ reader: inout JSONReader) throws(JSONError) -> Int? {
    let wasQuiet = isQuiet
    let start = reader.offset
    isQuiet = true
    defer { isQuiet = wasQuiet }
    do throws(JSONError) {
      try check(index, &reader)
    } catch {
      if error.code == .limit { throw error }
      try pay(from: start, to: max(error.offset, reader.offset))
      return error.offset
    }
    try pay(from: start, to: reader.offset)
    return nil
  }

  /// Counts bytes that are read again.
  mutating func pay(from start: Int, to end: Int) throws(JSONError) { try pay(max(0, end - start), at: start) }

  /// Counts work that is done beside reading the text once.
  mutating func pay(_ cost: Int, at offset: Int) throws(JSONError) {
    budget -= cost + 16
    guard budget >= 0 else {
      throw JSONError(
        code: .limit, offset: offset,
        message: "so many schemas apply to this value, one inside the other, that checking it takes too long")
    }
  }

  // MARK: Errors

  /// A mismatch at the next value.
  func mismatch(at reader: JSONReader, _ message: () -> String) -> JSONError {
    var copy = reader
    _ = copy.peek()
    return mismatch(offset: copy.offset, message)
  }

  func mismatch(offset: Int, _ message: () -> String) -> JSONError {
    JSONError(code: .mismatch, offset: offset, message: isQuiet ? "" : message())
  }

  /// The word for an alternative in messages: "case" inside the text, else `noun`.
  func noun(at reader: JSONReader) -> String { reader.isInside ? "case" : noun }

  /// The error for a value that is of another kind than these.
  func unexpected(_ kinds: KindSet, _ reader: inout JSONReader) -> JSONError {
    let kind = reader.peek()
    let offset = reader.offset
    guard !KindSet(kind).isEmpty else {
      do throws(JSONError) { try reader.skipValue() } catch { return error }
      return JSONError(code: .syntax, offset: offset, message: "a value is expected")
    }
    return mismatch(offset: offset) {
      kinds.isEmpty ? "\(kind.name) where nothing can be" : "\(kind.name) where \(kinds.phrase) is expected"
    }
  }
}

extension JSONReader {
  /// Whether the reader is inside an array or object.
  fileprivate var isInside: Bool { depth > 0 }
}
