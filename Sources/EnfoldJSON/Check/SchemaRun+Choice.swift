// SchemaRun: finds the alternative that is meant, and checks whether it fits.

extension SchemaRun {
  /// Finds the alternative for the next value.
  ///
  /// - Returns: the only one that may fit, which then has to read the value. Nil if one fitted, and has read it.
  mutating func choose(
    _ choice: SchemaChoice, _ rule: SchemaRule, _ kind: KindSet, _ reader: inout JSONReader
  ) throws(JSONError) -> SchemaRule.Index? {
    guard !kind.isEmpty else { throw unexpected(.all, &reader) }
    switch kind {
    case .string:
      if let texts = choice.texts { return try named(texts, choice, reader) }
    case .object:
      if let cases = choice.cases { return try keyed(cases, reader) }
      if let tag = choice.tag, let found = try tagged(tag, rule, reader) { return found }
    default: break
    }
    let candidates = try candidates(of: choice, for: kind, reader)
    if candidates.count == 1 { return candidates[0] }
    if candidates.isEmpty { throw unexpected(kinds(of: choice), &reader) }
    try tryAll(candidates, choice, &reader)
    return nil
  }

  /// The alternatives for the next value. Whether a number is an integer is looked at only if that matters.
  private func candidates(
    of choice: SchemaChoice, for kind: KindSet, _ reader: JSONReader
  ) throws(JSONError) -> [SchemaRule.Index] {
    guard kind == .number else { return choice.candidates(for: kind) }
    let (integer, fraction) = (choice.candidates(for: .integer), choice.candidates(for: .fraction))
    if integer == fraction { return integer }
    var number = reader
    return try number.scanNumber().isInteger ? integer : fraction
  }

  private func kinds(of choice: SchemaChoice) -> KindSet {
    (0..<7).reduce(into: []) { if !choice.candidates[$1].isEmpty { $0.insert(KindSet(rawValue: 1 << $1)) } }
  }

  // MARK: Alternatives that have names

  /// The alternative whose constant is the next string.
  private func named(
    _ texts: SchemaChoice.Lookup, _ choice: SchemaChoice, _ reader: JSONReader
  ) throws(JSONError) -> SchemaRule.Index {
    var copy = reader
    let text = try copy.readText()
    if let index = texts.names.index(of: text) { return texts.rules[index] }
    throw unknown(text, choice, noun(at: reader))
  }

  /// The alternative whose only key is the first one of the next object.
  private func keyed(_ cases: SchemaChoice.Lookup, _ reader: JSONReader) throws(JSONError) -> SchemaRule.Index {
    var copy = reader
    try copy.beginObject()
    guard let key = try copy.nextKey() else {
      throw mismatch(offset: copy.offset - 1) { "an object without a case; known: \(listed(cases.names.names))" }
    }
    guard let index = cases.names.index(of: key) else { throw unknown(key, cases.names.names, noun(at: reader)) }
    return cases.rules[index]
  }

  /// The alternative that the next object's tag names. Nil if it has no tag, and need not have one.
  private mutating func tagged(
    _ tag: SchemaChoice.Tag, _ rule: SchemaRule, _ reader: JSONReader
  ) throws(JSONError) -> SchemaRule.Index? {
    var copy = reader
    try copy.beginObject()
    while let key = try copy.nextKey() {
      guard tag.name.index(of: key) != nil else {
        try copy.skipValue()
        continue
      }
      guard copy.peek() == .string else { throw unexpected(.string, &copy) }
      let text = try copy.readText()
      try pay(from: reader.offset, to: copy.offset)
      if let index = tag.values.names.index(of: text) { return tag.values.rules[index] }
      throw unknown(text, tag.values.names.names, noun(at: reader))
    }
    try pay(from: reader.offset, to: copy.offset)
    guard tag.isRequired else { return nil }
    throw mismatch(offset: copy.offset - 1) {
      let known = listed(tag.values.names.names)
      return "missing key \"\(tag.name.names[0])\", which says which \(noun(at: reader)) it is; known: \(known)"
    }
  }

  private func unknown(_ text: JSONKey, _ choice: SchemaChoice, _ noun: String) -> JSONError {
    let texts = choice.texts?.names.names ?? []
    guard let cases = choice.cases else { return unknown(text, texts, noun) }
    if let index = cases.names.index(of: text) {
      return mismatch(offset: text.offset) { needsPayload(cases.names.names[index], cases.rules[index]) }
    }
    // Most cases without values are among both.
    return unknown(text, texts.filter { cases.names.index(of: $0) == nil } + cases.names.names, noun)
  }

  private func unknown(_ text: JSONKey, _ known: [String], _ noun: String) -> JSONError {
    mismatch(offset: text.offset) {
      "unknown \(noun) \"\(text.shortened)\"; known: \(listed(known))\(advice(text.shortened, known))"
    }
  }

  private func needsPayload(_ name: String, _ index: SchemaRule.Index) -> String {
    let payload = rules[index].object?.members.first.flatMap { rules[$0].object?.declared } ?? []
    return "\(name) needs a payload" + (payload.isEmpty ? "" : "; it has: \(listed(payload))")
  }

  // MARK: Alternatives that must be tried

  /// Reads the next value with the alternatives, until one fits; or with all, if only one may fit.
  private mutating func tryAll(
    _ candidates: [SchemaRule.Index], _ choice: SchemaChoice, _ reader: inout JSONReader
  ) throws(JSONError) {
    let start = reader
    var fitting: JSONReader?
    var count = 0
    var best = (offset: -1, rule: candidates[0])
    for candidate in candidates {
      var copy = start
      if let mistake = try mistake(candidate, &copy) {
        if mistake > best.offset { best = (mistake, candidate) }
      } else {
        count += 1
        fitting = copy
        if !choice.isExclusive { break }
      }
    }
    if let fitting, count == 1 {
      reader = fitting
      return
    }
    guard count == 0 else {
      throw mismatch(at: start) { "a value that fits \(count) alternatives of \"oneOf\", which must be one" }
    }
    if isQuiet { throw JSONError(code: .mismatch, offset: best.offset, message: "") }
    // The same again, to get the error of the alternative that was probably meant.
    var copy = start
    try check(try closest(to: start, among: candidates) ?? best.rule, &copy)
  }

  /// The alternative that has most of the keys of the next object; nil if it is no object, or if two have as many.
  private mutating func closest(
    to reader: JSONReader, among candidates: [SchemaRule.Index]
  ) throws(JSONError) -> SchemaRule.Index? {
    var copy = reader
    guard copy.peek() == .object else { return nil }
    var keys: [JSONKey] = []
    try copy.beginObject()
    while let key = try copy.nextKey(), keys.count < 100 {
      keys.append(key)
      try copy.skipValue()
    }
    try pay(from: reader.offset, to: copy.offset)
    let counts = candidates.map { candidate in
      keys.filter { rules[candidate].object?.keys.index(of: $0) != nil }.count
    }
    guard let most = counts.max(), counts.filter({ $0 == most }).count == 1 else { return nil }
    return counts.firstIndex(of: most).map { candidates[$0] }
  }
}
