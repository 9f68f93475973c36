// JSONError: the error of this module. It says what is wrong with a text, and at which byte.

/// A mistake in a JSON text, and its place.
public struct JSONError: Error, Equatable, Sendable {
  /// The kind of error.
  public enum Code: Sendable {
    /// The text is not JSON (RFC 8259), or not UTF-8.
    case syntax
    /// The text is JSON, but not of the form expected here.
    case mismatch
    /// The text is nested more deeply, or is longer, than the limits allow.
    case limit
    /// The decoder itself failed. The text may be right.
    case failure
  }

  public var code: Code

  /// The offset in bytes from the start of the text. For a syntax error: of the first byte that no JSON text can
  /// have after the bytes before it. If the text ends too early, it is the length of the text.
  public var offset: Int

  /// The mistake, in words for people.
  public var message: String

  public init(code: Code, offset: Int, message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }
}

extension JSONError: CustomStringConvertible {
  public var description: String { "\(message) (byte \(offset))" }
}
