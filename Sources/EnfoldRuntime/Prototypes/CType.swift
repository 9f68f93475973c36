// CType: the type of an argument or of a result in a prototype.

/// A C type that a value can be passed as.
struct CType: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// No value. Only results are of this kind.
    case void
    case bool
    /// An integer of 1, 2, 4 or 8 bytes. `char` is one, too.
    case integer(bytes: Int, isSigned: Bool)
    case float
    case double
    /// A `const char *`, or a `char *` as a result: UTF-8 that ends with a NUL, or NULL.
    case text
    /// Any other pointer. Only the code that made it knows the memory there.
    case pointer
  }

  let kind: Kind
  /// The type as the prototype has it: `unsigned long`, `const char *`.
  let spelling: String

  /// A pointer to the type: `int *`, `char **`.
  var pointerSpelling: String { spelling.hasSuffix("*") ? spelling + "*" : spelling + " *" }

  /// How many bytes a value has.
  var size: Int {
    switch kind {
    case .void: 0
    case .bool: MemoryLayout<CBool>.size
    case .integer(let bytes, _): bytes
    case .float: MemoryLayout<CFloat>.size
    case .double: MemoryLayout<CDouble>.size
    case .text, .pointer: MemoryLayout<UnsafeRawPointer>.size
    }
  }
}
