// JSONReader: which value of a text a byte belongs to, for messages.

extension JSONReader {
  /// The place of the innermost value in which the byte at `offset` is: the root, if the text is not JSON up to there.
  /// It reads the text up to the byte, once.
  public static func place(of offset: Int, in text: UnsafeRawBufferPointer) -> JSONPath {
    var reader = JSONReader(text, limits: .greatest)
    return (try? reader.place(of: offset)) ?? .root
  }

  /// An array or object that is open, and where in it the reader is.
  private enum Around {
    case object(JSONKey?)
    case array(Int)

    var token: String {
      switch self {
      case .object(let key): key?.string ?? ""
      case .array(let index): "\(index)"
      }
    }
  }

  private mutating func place(of offset: Int) throws(JSONError) -> JSONPath {
    var around: [Around] = []
    func path(_ open: some Sequence<Around>) -> JSONPath { JSONPath(tokens: open.map(\.token)) }
    repeat {
      switch peek() {
      case .object:
        try beginObject()
        around.append(.object(nil))
      case .array:
        try beginArray()
        around.append(.array(-1))
      default:
        try skipValue()
        if offset < self.offset { return path(around) }
      }
      // Finds the next value, behind the ends of the values that end here.
      search: while let innermost = around.popLast() {
        switch innermost {
        case .object:
          guard let key = try nextKey() else { break }
          if offset < self.offset { return path(around) }
          around.append(.object(key))
          break search
        case .array(let index):
          guard try nextElement() else { break }
          if offset < self.offset { return path(around) }
          around.append(.array(index + 1))
          break search
        }
        if offset < self.offset { return path(around) }
      }
    } while !around.isEmpty
    return .root
  }
}
