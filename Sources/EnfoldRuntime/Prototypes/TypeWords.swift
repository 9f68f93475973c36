// TypeWords: the words in front of a name that make up its type, such as "const unsigned long int".

/// Collects the words of one type and refuses those that do not go together.
struct TypeWords {
  /// The type without its pointers.
  enum Base: Equatable {
    case void, bool, char, int, float, double
    /// A type that stands alone, such as `size_t`.
    case named(CType.Kind)
    /// A struct, union or enum.
    case tagged(String)
    /// Something that only a pointer can be made of.
    case unknown(String)
  }

  private(set) var base: Base?
  private var isUnsigned = false
  private var isSigned = false
  private var isShort = false
  private var longs = 0
  var isConst = false
  var isVolatile = false
  /// All words as they are written, except `const` and `volatile`.
  private(set) var spelling: [String] = []

  /// Whether the type is still open: the next word cannot be the name.
  var isEmpty: Bool { spelling.isEmpty }
  private var hasModifiers: Bool { isUnsigned || isSigned || isShort || longs > 0 }

  /// Adds a word of ``TypeNames/typeWords``, of ``TypeNames/kind(of:)``, or one that is not known. Returns what is
  /// wrong if the word does not go with the words before it.
  mutating func add(_ word: String) -> String? {
    let fits: Bool
    switch word {
    case "unsigned", "signed":
      fits = !isUnsigned && !isSigned && [nil, .int, .char].contains(base)
      if word == "unsigned" { isUnsigned = true } else { isSigned = true }
    case "short":
      fits = !isShort && longs == 0 && [nil, .int].contains(base)
      isShort = true
    case "long":
      if base == .double { return Self.longDouble }
      if longs == 2 { return "no type has three times long; did you mean long long?" }
      fits = !isShort && [nil, .int].contains(base)
      longs += 1
    case "int": fits = put(.int)
    case "char": fits = !isShort && longs == 0 && put(.char)
    case "double":
      if longs > 0 { return Self.longDouble }
      fits = !hasModifiers && put(.double)
    case "float": fits = !hasModifiers && put(.float)
    case "void": fits = !hasModifiers && put(.void)
    case "bool", "_Bool": fits = !hasModifiers && put(.bool)
    default: fits = !hasModifiers && put(TypeNames.kind(of: word).map { .named($0) } ?? .unknown(word))
    }
    guard fits else { return conflict(word) }
    spelling.append(word)
    return nil
  }

  /// Adds a struct, a union or an enum.
  mutating func add(_ keyword: String, tag: String) -> String? {
    guard !hasModifiers, put(.tagged(keyword)) else { return conflict(keyword) }
    spelling += [keyword, tag]
    return nil
  }

  private mutating func put(_ base: Base) -> Bool {
    guard self.base == nil else { return false }
    self.base = base
    return true
  }

  private static let longDouble = "long double cannot be passed; did you mean double?"

  private func conflict(_ word: String) -> String {
    let before = spelling.joined(separator: " ")
    let advice =
      switch (before, word) {
      case ("long", "float"): "did you mean double?"
      case ("unsigned", _) where word.hasPrefix("int") && TypeNames.kind(of: "u" + word) != nil:
        "did you mean u\(word)?"
      case ("unsigned", "ssize_t"): "did you mean size_t?"
      default: "did you mean \(before.shortened) or \(word.shortened)?"
      }
    return "\(word.shortened) does not go with \(before.shortened); \(advice)"
  }

  // MARK: The type

  /// The type that the words mean without a pointer; nil if only a pointer can be made of them.
  var value: CType.Kind? {
    switch base {
    case .void: .void
    case .bool: .bool
    case .float: .float
    case .double: .double
    case .named(let kind): kind
    case .char where !isSigned && !isUnsigned:
      .integer(bytes: 1, isSigned: CChar.min < 0)
    case .char: .integer(bytes: 1, isSigned: isSigned)
    case .int, nil: .integer(bytes: integerSize, isSigned: !isUnsigned)
    case .tagged, .unknown: nil
    }
  }

  private var integerSize: Int {
    if isShort { return MemoryLayout<CShort>.size }
    return [MemoryLayout<CInt>.size, MemoryLayout<CLong>.size, MemoryLayout<CLongLong>.size][longs]
  }

  /// Whether a pointer to it is a text that nobody writes to.
  var isConstantCharacter: Bool { isCharacter && isConst }
  /// Whether it is `char`, neither signed nor unsigned.
  var isCharacter: Bool { base == .char && !isSigned && !isUnsigned && !isVolatile }
}
