// Which value of a text a byte belongs to, for messages.

extension JSONReader {
  /// The place of the innermost value in which the byte at `offset` is: the root, if the text is not JSON up to there.
  public static func place(of offset: Int, in text: UnsafeRawBufferPointer) -> JSONPath {
    var reader = JSONReader(text, limits: .greatest)
    var tokens: [String] = []
    while let token = try? reader.enterValue(with: offset) { tokens.append(token) }
    return JSONPath(tokens: tokens)
  }

  /// If a member or element of the value here has the byte, moves to it, and returns its key or index.
  private mutating func enterValue(with offset: Int) throws(JSONError) -> String? {
    switch peek() {
    case .object:
      try beginObject()
      while let key = try nextKey() {
        if offset < self.offset { return nil }
        var ahead = self
        try ahead.skipValue()
        if offset < ahead.offset { return key.string }
        self = ahead
      }
    case .array:
      try beginArray()
      var index = 0
      while try nextElement() {
        if offset < self.offset { return nil }
        var ahead = self
        try ahead.skipValue()
        if offset < ahead.offset { return "\(index)" }
        self = ahead
        index += 1
      }
    default: break
    }
    return nil
  }
}
