// TypeNames: which words of a prototype are types, and which type was meant by a misspelt word.
import EnfoldJSON

/// The names of types that stand alone, and the other words that C gives a meaning.
enum TypeNames {
  /// The names of types from the headers of C, except for `bool`.
  static func kind(of name: String) -> CType.Kind? {
    switch name {
    case "size_t", "uintptr_t": .integer(bytes: MemoryLayout<Int>.size, isSigned: false)
    case "ssize_t", "intptr_t", "ptrdiff_t": .integer(bytes: MemoryLayout<Int>.size, isSigned: true)
    case "int8_t": .integer(bytes: 1, isSigned: true)
    case "int16_t": .integer(bytes: 2, isSigned: true)
    case "int32_t": .integer(bytes: 4, isSigned: true)
    case "int64_t", "intmax_t": .integer(bytes: 8, isSigned: true)
    case "uint8_t": .integer(bytes: 1, isSigned: false)
    case "uint16_t": .integer(bytes: 2, isSigned: false)
    case "uint32_t": .integer(bytes: 4, isSigned: false)
    case "uint64_t", "uintmax_t": .integer(bytes: 8, isSigned: false)
    default: nil
    }
  }

  /// The words that types are made of, without those of `kind(of:)`.
  static let typeWords: Set<String> = [
    "void", "bool", "_Bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "struct", "union",
    "enum", "const", "volatile",
  ]

  /// Words that say something else than a type. Prototypes in headers may have them, but they do not belong here.
  static let refusedWords: Set<String> = [
    "static", "inline", "__inline", "__inline__", "register", "auto", "typedef", "_Noreturn", "_Thread_local",
    "thread_local", "constexpr", "virtual", "template", "__attribute__", "__attribute", "__declspec", "__extension__",
    "_Alignas", "alignas", "_Atomic", "asm", "__asm__", "noexcept", "throw",
  ]

  /// The words of C that cannot be the name of anything.
  static let keywords: Set<String> = typeWords.union(refusedWords).union([
    "extern", "restrict", "__restrict", "__restrict__", "break", "case", "continue", "default", "do", "else", "for",
    "goto", "if", "return", "sizeof", "switch", "while",
  ])

  static func isName(_ word: String) -> Bool { !keywords.contains(word) && kind(of: word) == nil }

  /// The advice about a word that is no type: a type that may be meant, or all types that are known.
  static func advice(for word: String) -> String {
    if let meant = foreign[word] ?? nearest(to: word) { return "did you mean \(meant)?" }
    return """
      known are bool, char, short, int, long and long long (also unsigned), float, double, size_t, ssize_t, intptr_t, \
      uintptr_t, ptrdiff_t, int8_t to int64_t and uint8_t to uint64_t; as a pointer any type: \(word.shortened) *
      """
  }

  /// Types of other libraries and languages, and how C passes them here.
  private static let foreign: [String: String] = [
    "string": "const char *", "str": "const char *", "String": "const char *", "cstring": "const char *",
    "boolean": "bool", "Bool": "bool", "BOOL": "int", "gboolean": "int",
    "Int": "intptr_t", "UInt": "uintptr_t", "Double": "double", "Float": "float", "number": "double", "real": "double",
    "integer": "int", "i8": "int8_t", "i16": "int16_t", "i32": "int32_t", "i64": "int64_t", "u8": "uint8_t",
    "u16": "uint16_t", "u32": "uint32_t", "u64": "uint64_t", "f32": "float", "f64": "double", "usize": "size_t",
    "isize": "ssize_t", "byte": "uint8_t", "uchar": "unsigned char", "ushort": "unsigned short", "uint": "unsigned int",
    "ulong": "unsigned long", "u_int": "unsigned int", "u_char": "unsigned char", "u_long": "unsigned long",
    "gchar": "char", "gint": "int", "guint": "unsigned int", "glong": "long", "gulong": "unsigned long",
    "gfloat": "float", "gdouble": "double", "gsize": "size_t", "gssize": "ssize_t", "gpointer": "void *",
    "gconstpointer": "const void *", "pid_t": "int", "mode_t": "unsigned int", "uid_t": "unsigned int",
    "gid_t": "unsigned int", "socklen_t": "unsigned int", "off_t": "long", "time_t": "long", "clock_t": "long",
    "wchar_t": "int", "wint_t": "unsigned int",
  ]

  /// The known word that is written most alike; nil if none is alike enough.
  private static func nearest(to word: String) -> String? {
    if kind(of: word + "_t") != nil { return word + "_t" }
    guard word.utf8.count <= 24 else { return nil }
    let known = typeWords.union([
      "size_t", "ssize_t", "intptr_t", "uintptr_t", "ptrdiff_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t",
      "uint16_t", "uint32_t", "uint64_t", "extern",
    ])
    let allowed = word.utf8.count <= 3 ? 1 : 2
    return known.map { (word: $0, distance: editDistance(Array($0), Array(word))) }.filter { $0.distance <= allowed }
      .min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
  }
}

extension String {
  /// For messages: at most 40 characters of it.
  var shortened: String { count <= 40 ? self : prefix(39) + "…" }
}
