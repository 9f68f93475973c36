// JSONReader: skips values. It checks the whole grammar, without recursion.

extension JSONReader {
  /// Skips the next value and checks all of it. This does not recurse, and allocates only beyond 64 levels.
  public mutating func skipValue() throws(JSONError) {
    var containers = ContainerStack()
    repeat {
      skipWhitespace()
      guard cursor < end else { throw syntaxError("a value") }
      switch cursor.pointee {
      case UInt8(ascii: "{"):
        try enterSkipped()
        containers.push(isObject: true)
      case UInt8(ascii: "["):
        try enterSkipped()
        containers.push(isObject: false)
      case UInt8(ascii: "\""):
        cursor += 1
        _ = try scanString()
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        if readSmallInteger() == nil { _ = try scanNumber() }
      case UInt8(ascii: "t"): try expect("true")
      case UInt8(ascii: "f"): try expect("false")
      case UInt8(ascii: "n"): try expect("null")
      default: throw syntaxError("a value")
      }
    } while try moveToNextValue(in: &containers)
  }

  /// Skips and checks the next value. Returns its bytes, without the whitespace around it, borrowed from the text.
  public mutating func rawValue() throws(JSONError) -> UnsafeRawBufferPointer {
    skipWhitespace()
    let first = cursor
    try skipValue()
    return UnsafeRawBufferPointer(start: first, count: cursor - first)
  }

  /// Closes the arrays and objects that end here, and moves to the next value. False if the outermost value is
  /// complete.
  private mutating func moveToNextValue(in containers: inout ContainerStack) throws(JSONError) -> Bool {
    while !containers.isEmpty {
      if containers.isObject {
        if try nextKey() != nil { return true }
      } else {
        if try nextElement() { return true }
      }
      containers.pop()
    }
    return false
  }

  /// Moves over a literal whose first byte is at the cursor. An error is at the first byte that differs.
  mutating func expect(_ literal: StaticString) throws(JSONError) {
    for index in 0..<literal.utf8CodeUnitCount {
      guard cursor < end, cursor.pointee == literal.utf8Start[index] else { throw syntaxError("the rest of a literal") }
      cursor += 1
    }
  }
}

/// Which of the open arrays and objects are objects: one bit for each.
private struct ContainerStack {
  private var bits: UInt64 = 0
  private var depth = 0
  /// Nil up to 64 levels, so that there is nothing to free.
  private var outer: [UInt64]?

  var isEmpty: Bool { depth == 0 }
  var isObject: Bool { bits & 1 != 0 }

  mutating func push(isObject: Bool) {
    if depth > 0, depth % 64 == 0 {
      if outer == nil { outer = [] }
      outer?.append(bits)
    }
    bits = bits << 1 | (isObject ? 1 : 0)
    depth += 1
  }

  mutating func pop() {
    depth -= 1
    bits >>= 1
    if depth > 0, depth % 64 == 0 { bits = outer?.popLast() ?? 0 }
  }
}
