// JSONReader: gives a value a form that is the same for equal values, however they are written.

extension JSONReader {
  /// Reads the next value and appends a form of it. Two values have the same form if they are equal as JSON: the order
  /// of keys, escapes, white space, and the way in which a number is written do not matter. Of a key that occurs more
  /// than once, the last value counts.
  ///
  /// - Parameter cost: is raised by how many bytes are read and copied.
  mutating func appendCanonical(to form: inout [UInt8], cost: inout Int) throws(JSONError) {
    let kind = peek()
    let start = offset
    switch kind {
    case .string: Self.append(try readText(), to: &form)
    case .number: Self.append(ExactNumber(try readNumberText()), to: &form)
    case .array:
      form.append(UInt8(ascii: "["))
      try beginArray()
      while try nextElement() { try appendCanonical(to: &form, cost: &cost) }
      form.append(UInt8(ascii: "]"))
      return
    case .object:
      var members: [(key: String, value: [UInt8])] = []
      try beginObject()
      while let key = try nextKey() {
        var member = (key: key.string, value: [UInt8]())
        Self.append(key, to: &member.value)
        try appendCanonical(to: &member.value, cost: &cost)
        cost += member.value.count
        members.append(member)
      }
      form.append(UInt8(ascii: "{"))
      // The sort is stable, so the last one of several members with the same key stays the last one.
      members.sort { $0.key.precedesInUTF8($1.key) }
      for (index, member) in members.enumerated() {
        if index + 1 < members.count, members[index + 1].key.hasSameBytes(as: member.key) { continue }
        form.append(contentsOf: member.value)
      }
      form.append(UInt8(ascii: "}"))
      return
    default:
      // The first letters of null, true and false.
      if cursor < end { form.append(cursor.pointee) }
      try skipValue()
    }
    cost += offset - start
  }

  /// Reads a string as it is written. The result is valid as long as the text.
  mutating func readText() throws(JSONError) -> JSONKey {
    skipWhitespace()
    guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else { throw unexpected("a string") }
    let offset = cursor - start
    cursor += 1
    let text = cursor
    let traits = try scanString()
    return JSONKey(start: text, count: cursor - text - 1, hasEscapes: traits.hasEscapes, offset: offset)
  }

  /// Reads a number as it is written. The result is valid as long as the text.
  mutating func readNumberText() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    skipWhitespace()
    let first = cursor
    guard first < end, isNumberStart(first.pointee) else { throw unexpected("a number") }
    _ = try scanNumber()
    return UnsafeBufferPointer(start: first, count: cursor - first)
  }

  /// A string, with its length in front, so that the form can be read in one way only.
  private static func append(_ text: JSONKey, to form: inout [UInt8]) {
    let text = text.string
    form.append(UInt8(ascii: "\""))
    form.append(contentsOf: String(text.utf8.count).utf8)
    form.append(UInt8(ascii: "\""))
    form.append(contentsOf: text.utf8)
  }

  private static func append(_ number: ExactNumber, to form: inout [UInt8]) {
    form.append(number.isNegative ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    for digit in number.digits { form.append(digit + UInt8(ascii: "0")) }
    form.append(UInt8(ascii: "e"))
    form.append(contentsOf: String(number.exponent).utf8)
    // An exponent that follows a number would otherwise continue it.
    form.append(UInt8(ascii: ";"))
  }
}
