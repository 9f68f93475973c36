// RoundedNumbers: finds the numbers in a schema that a Double would round.

enum RoundedNumbers {
  /// The places of numbers that a `JSONValue` rounds, such as 0.12345678901234567890, and of the values around them.
  static func places(in text: UnsafeRawBufferPointer) -> Set<JSONPath> {
    var places: Set<JSONPath> = []
    var reader = JSONReader(text, limits: .greatest)
    _ = try? find(&reader, .root, &places)
    return places
  }

  /// Whether there is such a number in the next value.
  private static func find(
    _ reader: inout JSONReader, _ path: @autoclosure () -> JSONPath, _ places: inout Set<JSONPath>
  ) throws(JSONError) -> Bool {
    var isThere = false
    switch reader.peek() {
    case .object:
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if try find(&reader, path().appending(key.string), &places) { isThere = true }
      }
    case .array:
      var index = 0
      try reader.beginArray()
      while try reader.nextElement() {
        if try find(&reader, path().appending("\(index)"), &places) { isThere = true }
        index += 1
      }
    case .number:
      let text = try reader.readNumberText()
      let kept = try JSON.decode(JSONValue.self, from: UnsafeRawBufferPointer(text)).json
      isThere = ExactNumber(kept) != ExactNumber(text)
    default: try reader.skipValue()
    }
    if isThere { places.insert(path()) }
    return isThere
  }
}
