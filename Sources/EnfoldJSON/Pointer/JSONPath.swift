// JSONPath: a parsed JSON Pointer (RFC 6901), the way to a place inside a value.

/// A parsed JSON Pointer: the tokens from the root to a place inside a value.
///
/// Copies and `dropFirst` are O(1) and share the tokens. Paths are equal if their tokens have the same bytes.
public struct JSONPath: Sendable, Hashable {
  var tokens: ArraySlice<Token>

  /// The path of the value itself: `""`.
  public static let root = JSONPath(tokens: [])

  /// A path of unescaped tokens.
  public init(tokens: [String]) { self.tokens = ArraySlice(tokens.map { Token($0) }) }

  /// Whether this is the path of the value itself.
  public var isEmpty: Bool { tokens.isEmpty }

  /// How many tokens there are.
  public var count: Int { tokens.count }

  /// The token that selects inside the outermost value.
  public var first: Token? { tokens.first }

  /// The token that selects inside the innermost value.
  public var last: Token? { tokens.last }

  /// The token behind the first `depth` ones, which must be there.
  public subscript(depth: Int) -> Token { tokens[tokens.startIndex + depth] }

  /// The path inside the value that `first` selects.
  public func dropFirst() -> JSONPath {
    var rest = self
    rest.tokens = tokens.dropFirst()
    return rest
  }

  /// The path inside the value that the first `count` tokens lead to.
  public func dropFirst(_ count: Int) -> JSONPath {
    var rest = self
    rest.tokens = tokens.dropFirst(count)
    return rest
  }

  /// The path of the first `count` tokens.
  public func prefix(_ count: Int) -> JSONPath {
    var start = self
    start.tokens = tokens.prefix(count)
    return start
  }

  /// The path of the value around this path's place.
  public func dropLast() -> JSONPath {
    var rest = self
    rest.tokens = tokens.dropLast()
    return rest
  }

  /// This path with one more token.
  public func appending(_ token: String) -> JSONPath {
    var longer = self
    longer.tokens.append(Token(token))
    return longer
  }

  /// This path, continued by another path.
  public func appending(_ path: JSONPath) -> JSONPath {
    var longer = self
    longer.tokens += path.tokens
    return longer
  }

  /// Whether `other` is this path, or leads to something inside this path's place.
  public func isPrefix(of other: JSONPath) -> Bool { other.tokens.starts(with: tokens) }

  /// The JSON Pointer, escaped again.
  public var pointer: String {
    var writer = JSONWriter(capacity: 64)
    writePointer(to: &writer)
    return writer.string
  }

  /// Appends the JSON Pointer, without quotes around it. Allocates nothing if there is room.
  public func writePointer(to writer: inout JSONWriter) {
    for token in tokens { Self.writeToken(token.text, to: &writer) }
  }

  /// Appends one token of a JSON Pointer, with its slash and escapes.
  public static func writeToken(_ text: String, to writer: inout JSONWriter) {
    writer.raw(UInt8(ascii: "/"))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "~"): writer.literal("~0")
      case UInt8(ascii: "/"): writer.literal("~1")
      default: writer.raw(byte)
      }
    }
  }
}

extension JSONPath: CustomStringConvertible {
  public var description: String { pointer }
}

extension JSONPath {
  /// One step of a path.
  public struct Token: Sendable, Hashable {
    /// The name, index or selector, without the escapes of the pointer.
    public let text: String

    public init(_ text: String) { self.text = text }

    /// The array index; nil if the token is no index. An index has only digits, without leading zeros. `-` is no index.
    public var index: Int? {
      let digits = text.utf8
      guard let first = digits.first, digits.count <= 19, first != UInt8(ascii: "0") || digits.count == 1 else {
        return nil
      }
      guard digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
      return Int(text)
    }

    /// Whether ``selector`` gives something.
    public var isSelector: Bool {
      let bytes = text.utf8
      return bytes.first != UInt8(ascii: "=") && bytes.contains(UInt8(ascii: "="))
    }

    /// The two sides of a selector `name=value`, split at the first `=`. In an array it selects the element whose
    /// property `name` has that value. The name is not empty.
    public var selector: (name: String, value: String)? {
      let bytes = text.utf8
      guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > bytes.startIndex else { return nil }
      return (String(text[..<equals]), String(text[bytes.index(after: equals)...]))
    }

    public static func == (token: Token, other: Token) -> Bool { token.text.hasSameBytes(as: other.text) }

    /// Whether the token is `name`. Allocates nothing.
    @inlinable public static func == (token: Token, name: StaticString) -> Bool {
      token.text.hasBytes(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    /// Lets `switch` compare a token with names.
    @inlinable public static func ~= (name: StaticString, token: Token) -> Bool { token == name }

    public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
  }
}
