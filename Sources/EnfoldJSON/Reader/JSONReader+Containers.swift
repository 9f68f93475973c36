// JSONReader: reads arrays and objects, element by element. The keys of objects: JSONReader+Keys.
import CEnfoldSupport

extension JSONReader {
  /// Opens an object. For each member, the caller then calls `nextKey` and reads the value, until `nextKey` returns
  /// nil.
  @inlinable @inline(__always) public mutating func beginObject() throws(JSONError) {
    if cursor < end, cursor.pointee == UInt8(ascii: "{"), freeLevels > 0 {
      openContainer()
    } else {
      try findObject()
    }
  }

  /// The slow way of `beginObject`, if the brace is not the next byte.
  @usableFromInline @inline(never) mutating func findObject() throws(JSONError) {
    skipWhitespace()
    guard cursor < end, cursor.pointee == UInt8(ascii: "{") else { throw unexpected("an object") }
    try enter()
  }

  /// Opens an array. For each element, the caller then calls `nextElement` and reads it, until `nextElement` returns
  /// false.
  @inlinable @inline(__always) public mutating func beginArray() throws(JSONError) {
    if cursor < end, cursor.pointee == UInt8(ascii: "["), freeLevels > 0 {
      openContainer()
    } else {
      try findArray()
    }
  }

  /// The slow way of `beginArray`, if the bracket is not the next byte.
  @usableFromInline @inline(never) mutating func findArray() throws(JSONError) {
    skipWhitespace()
    guard cursor < end, cursor.pointee == UInt8(ascii: "[") else { throw unexpected("an array") }
    try enter()
  }

  /// Whether another element follows. If not, the end of the array is consumed.
  @inlinable @inline(__always) public mutating func nextElement() throws(JSONError) -> Bool {
    // The fast way: a comma, and right behind it something that is neither white space nor the end of the array.
    if !isFirst, end - cursor >= 2, cursor[0] == UInt8(ascii: ","), cursor[1] > 0x20, cursor[1] != UInt8(ascii: "]") {
      cursor += 1
      return true
    }
    return try findElement()
  }

  /// The slow way of `nextElement`, if the next element is not right behind a comma.
  @usableFromInline @inline(never) mutating func findElement() throws(JSONError) -> Bool {
    skipWhitespace()
    guard cursor < end else { throw syntaxError(isFirst ? "a value or ']'" : "',' or ']'") }
    if cursor.pointee == UInt8(ascii: "]") {
      leave()
      return false
    }
    if isFirst {
      isFirst = false
      return true
    }
    guard cursor.pointee == UInt8(ascii: ",") else { throw syntaxError("',' or ']'") }
    cursor += 1
    skipWhitespace()
    guard cursor < end, cursor.pointee != UInt8(ascii: "]") else { throw syntaxError("a value") }
    return true
  }

  /// An estimate of how many elements an array will have, when `count` of them were read since `start`: the rest of the
  /// text counts as elements of the same length; at most eight times `count`. So the memory of a large array is moved
  /// once or twice while it grows, and not each time that it doubles.
  @usableFromInline @inline(never) func expectedCount(behind count: Int, since start: Int) -> Int {
    let growth = Double(end - self.start - start) / Double(max(offset - start, 1))
    return Int(Double(count) * min(growth, 8)) + 1
  }

  /// How many arrays and objects are open here.
  var depth: Int { min(limits.depth, JSONLimits.freeDepth) - freeLevels }

  /// Moves over the opening bracket of an array or object, in order to read its elements.
  mutating func enter() throws(JSONError) {
    if freeLevels <= 0 {
      try checkDepth()
      let next = Int32(truncatingIfNeeded: depth + 1)
      if heldDepth == 0 { heldDepth = enfold_stack_depth() }
      guard next <= heldDepth, enfold_stack_holds_level(next) else { throw stackError() }
      greatestDepthRead = max(greatestDepthRead, next)
    }
    openContainer()
  }

  /// Moves over the opening bracket of an array or object, in order to skip it. Skipping needs no stack.
  mutating func enterSkipped() throws(JSONError) {
    if freeLevels <= 0 { try checkDepth() }
    openContainer()
  }

  /// Refuses one level more, if the limit is reached.
  private func checkDepth() throws(JSONError) {
    let limit = min(limits.depth, JSONLimits.greatestDepth)
    guard depth < limit else { throw depthError(limit) }
  }

  @inlinable @inline(__always) mutating func openContainer() {
    freeLevels &-= 1
    cursor += 1
    isFirst = true
  }

  /// Moves over the bracket that closes an array or object.
  @inlinable @inline(__always) mutating func leave() {
    freeLevels &+= 1
    cursor += 1
    isFirst = false
  }
}
