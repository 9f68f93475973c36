// Finding the value at a path in a text, without decoding what is around it.

extension JSONReader {
  /// Finds the value at a path inside the next value and returns its bytes; nil if nothing is there. The next value is
  /// consumed and checked.
  ///
  /// If a key occurs more than once, the last one counts. The result is as it was written: numbers are not converted.
  /// For each token the value that it leads to is read once more, so the whole costs O(bytes) for each token.
  public mutating func rawValue(at path: JSONPath) throws(JSONError) -> UnsafeRawBufferPointer? {
    guard let token = path.first else { return try rawValue() }
    var place: JSONReader?
    switch peek() {
    case .object:
      try beginObject()
      while let key = try nextKey() {
        if key.string.hasSameBytes(as: token.text) { place = self }
        try skipValue()
      }
    case .array:
      let selector = token.selector.map { (name: JSONPath(tokens: [$0.name]), value: $0.value) }
      var position = 0
      try beginArray()
      while try nextElement() {
        if place == nil, token.index == position { place = self }
        if place == nil, let selector, try isElement(selector.name, selector.value) { place = self }
        try skipValue()
        position += 1
      }
    default:
      try skipValue()
    }
    guard var place else { return nil }
    return try place.rawValue(at: path.dropFirst())
  }

  /// Whether the next value is an object whose property `name` is the string `value`, or anything else that is written
  /// `value`.
  private func isElement(_ name: JSONPath, _ value: String) throws(JSONError) -> Bool {
    var copy = self
    guard copy.peek() == .object, let bytes = try copy.rawValue(at: name) else { return false }
    var property = JSONReader(bytes, limits: .greatest)
    if property.peek() == .string { return try property.readString().hasSameBytes(as: value) }
    return bytes.elementsEqual(value.utf8)
  }
}
