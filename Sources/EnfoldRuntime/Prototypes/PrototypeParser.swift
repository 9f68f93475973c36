// PrototypeParser: reads a prototype by recursive descent.

/// Reads one prototype:
///
///     prototype = [ "extern" ] type name "(" [ "void" | parameter { "," parameter } ] ")" [ ";" ]
///     parameter = type [ name ]
///     type      = word { word } { "*" { "const" | "volatile" | "restrict" } }
///
/// What C has beyond that is refused by its name.
struct PrototypeParser {
  private enum Place { case result, parameter }

  /// C promises 127 parameters.
  private static let greatestParameterCount = 127
  /// C promises 12 levels.
  private static let greatestPointerDepth = 12

  private let text: PrototypeText
  private var scanner: PrototypeScanner
  /// The next token.
  private var token: PrototypeToken

  init(_ bytes: UnsafeRawBufferPointer) throws(RuntimeError) {
    text = try PrototypeText(bytes)
    scanner = PrototypeScanner(text)
    token = try scanner.next()
  }

  private mutating func advance() throws(RuntimeError) { token = try scanner.next() }

  mutating func parse() throws(RuntimeError) -> Prototype {
    if token.kind == .end { throw unexpected("a prototype such as double cos(double x)") }
    if isNext("#") { throw error("a line of the preprocessor; give the prototype alone") }
    if word == "extern" { try advance() }
    let result = try parseType(.result)
    let name = try parseFunctionName()
    let parameters = try parseParameters()
    try parseEnd()
    return Prototype(name: name, result: result, parameters: parameters)
  }

  // MARK: The function

  private mutating func parseFunctionName() throws(RuntimeError) -> String {
    if isNext("("), starIsBehindNext { throw error("a pointer to a function; the prototype of the function is needed") }
    if isNext("(") { throw error("the name of the function is missing") }
    let name = try parseName("the name of the function")
    if isNext("(") { return name }
    if isNext(":") || isNext("<") { throw error("this is C++; only functions of C can be called") }
    if isNext(";") || token.kind == .end {
      throw error("a function has its parameters behind its name: \(name.shortened)(void)")
    }
    if isNext("[") || isNext("=") || isNext(",") { throw error("this declares a variable; a function is needed") }
    throw unexpected("'('")
  }

  private mutating func parseEnd() throws(RuntimeError) {
    if isNext("{") {
      throw error("the body of the function begins here; its prototype alone is needed, so remove the body")
    }
    try refuseWord()
    if isNext(";") {
      try advance()
      guard token.kind == .end else { throw error("only one prototype is read; remove what is behind the semicolon") }
    }
    guard token.kind == .end else { throw unexpected("';' or the end") }
  }

  // MARK: Parameters

  private mutating func parseParameters() throws(RuntimeError) -> [Prototype.Parameter] {
    try advance()  // over the "("
    var parameters: [Prototype.Parameter] = []
    if isNext(")") {
      try advance()
      return parameters
    }
    while true {
      let start = token
      if isNext(",") || isNext(")") { throw error("a parameter is missing") }
      let type = try parseType(.parameter)
      let isNamed = word != nil
      try refuseDeclarator(type)
      if type.kind == .void {
        if parameters.isEmpty, !isNamed {
          if isNext(")") { break }
          if token.kind == .end { throw unexpected("')'") }
        }
        throw text.error(
          isNamed || !parameters.isEmpty || isNext(",")
            ? "no parameter is void; did you mean void *?" : "void is a list of parameters only if it stands alone",
          at: start.range.lowerBound)
      }
      guard parameters.count < Self.greatestParameterCount else {
        throw text.error("a function has at most \(Self.greatestParameterCount) parameters", at: start.range.lowerBound)
      }
      let place = isNamed ? token : start
      let name = isNamed ? try parseName("the name of a parameter") : "arg\(parameters.count)"
      guard !parameters.contains(where: { $0.name == name }) else {
        throw text.error(
          isNamed
            ? "two parameters have the name \(name.shortened); each needs its own"
            : "this parameter has no name and is called \(name), but another one has that name; give it a name",
          at: place.range.lowerBound)
      }
      try refuseDeclarator(type)
      parameters.append(Prototype.Parameter(name: name, type: type))
      if isNext(",") {
        try advance()
      } else if isNext(")") {
        break
      } else if token.kind == .ellipsis {
        throw variableArguments
      } else {
        throw unexpected("',' or ')'")
      }
    }
    try advance()  // over the ")"
    return parameters
  }

  /// Refuses a sign behind a type or a name that no plain value has, such as "[" of an array.
  private func refuseDeclarator(_ type: CType) throws(RuntimeError) {
    if isNext("(") { throw error("a function pointer is not read; write void *, which takes the same address") }
    if isNext("[") { throw error("an array is not read; write \(type.pointerSpelling), which is what C passes") }
    if isNext("&") { throw error("this is a reference of C++; write \(type.pointerSpelling)") }
    if isNext("=") { throw error("C has no default values; remove it") }
    if isNext(":") { throw error("a bit-field cannot be passed") }
  }

  private var variableArguments: RuntimeError {
    error("variable arguments are not supported; call a function of your own that has fixed ones")
  }

  // MARK: Types

  private mutating func parseType(_ place: Place) throws(RuntimeError) -> CType {
    if token.kind == .ellipsis { throw variableArguments }
    var words = TypeWords()
    // The place of the first word that is no qualifier.
    var base = token
    while let word, try takesPart(in: words, word) {
      if words.isEmpty { base = token }
      // A word that is no known type, and then another word of a type: the unknown word is wrong.
      if case .unknown = words.base, !["const", "volatile"].contains(word) { throw notKnown(words, base, place) }
      try parseTypeWord(word, &words)
    }
    if words.isEmpty { throw unexpected(place == .result ? "the type of the result" : "the type of a parameter") }
    let pointers = try parsePointers()
    guard pointers.isEmpty else {
      let isText = pointers.count == 1 && (words.isConstantCharacter || words.isCharacter && place == .result)
      let spelling = (words.isConst ? "const " : "") + words.spelling.joined(separator: " ") + " " + pointers
      return CType(kind: isText ? .text : .pointer, spelling: spelling)
    }
    guard let kind = words.value else { throw notKnown(words, base, place) }
    return CType(kind: kind, spelling: words.spelling.joined(separator: " "))
  }

  /// Whether the next word belongs to the type. If not, it is a name.
  private func takesPart(in words: TypeWords, _ word: String) throws(RuntimeError) -> Bool {
    try refuseWord()
    if ["restrict", "__restrict", "__restrict__"].contains(word) { throw error("\(word) belongs behind a '*'") }
    if word == "extern" { throw error("extern belongs at the beginning, once") }
    if TypeNames.typeWords.contains(word) || TypeNames.kind(of: word) != nil { return true }
    return words.isEmpty && TypeNames.isName(word)
  }

  private mutating func parseTypeWord(_ word: String, _ words: inout TypeWords) throws(RuntimeError) {
    switch word {
    case "const": words.isConst = true
    case "volatile": words.isVolatile = true
    case "struct", "union", "enum":
      let keyword = token
      try advance()
      guard let tag = self.word, TypeNames.isName(tag) else {
        throw isNext("{")
          ? error("\(word == "enum" ? "an" : "a") \(word) is not declared here; write \(word) name *")
          : unexpected("the name of the \(word)")
      }
      if let problem = words.add(word, tag: tag) { throw text.error(problem, at: keyword.range.lowerBound) }
    default:
      if let problem = words.add(word) { throw error(problem) }
    }
    try advance()
  }

  /// The stars behind a type, without the qualifiers between them.
  private mutating func parsePointers() throws(RuntimeError) -> String {
    var stars = ""
    while true {
      if isNext("*") {
        guard stars.utf8.count < Self.greatestPointerDepth else {
          throw error("a pointer has at most \(Self.greatestPointerDepth) levels; write void *")
        }
        stars += "*"
      } else if stars.isEmpty
        || !["const", "volatile", "restrict", "__restrict", "__restrict__"].contains(word)
      {
        return stars
      }
      try advance()
    }
  }

  /// Why a type cannot be passed without a pointer.
  private func notKnown(_ words: TypeWords, _ base: PrototypeToken, _ place: Place) -> RuntimeError {
    let message: String
    switch words.base {
    case .tagged("enum"): message = "the size of an enum is not known here; write int, which is what C passes for most"
    case .tagged(let keyword):
      let passed = place == .result ? "returned" : "passed"
      message = "a \(keyword) cannot be \(passed) by value; write \(words.spelling.joined(separator: " ").shortened) *"
    case .unknown where isNext(":") || isNext("<"): message = "this is a type of C++; only those of C can be passed"
    case .unknown(let name) where place == .result && isNext("("):
      message = "the type of the result is missing; write void \(name.shortened)(…) if there is none"
    case .unknown(let name):
      message = "\(name.shortened) is no type that is known; \(TypeNames.advice(for: name))"
    default: message = "this is no type"
    }
    return text.error(message, at: base.range.lowerBound)
  }

  // MARK: Words and signs

  /// The next word, if it is one.
  private var word: String? { if case .word(let word) = token.kind { word } else { nil } }

  private func isNext(_ sign: Unicode.Scalar) -> Bool { token.kind == .sign(UInt8(ascii: sign)) }

  /// Whether a star comes behind the next token.
  private var starIsBehindNext: Bool {
    var ahead = scanner
    return (try? ahead.next())?.kind == .sign(UInt8(ascii: "*"))
  }

  private mutating func parseName(_ what: String) throws(RuntimeError) -> String {
    guard let word else { throw unexpected(what) }
    guard TypeNames.isName(word) else {
      throw error("\(word) means something in C and cannot be a name; \(what) is expected here")
    }
    try advance()
    return word
  }

  /// Refuses the words of a declaration that say nothing about its type.
  private func refuseWord() throws(RuntimeError) {
    guard let word, TypeNames.refusedWords.contains(word) else { return }
    throw error("\(word) does not belong here; remove it")
  }

  private func error(_ message: String) -> RuntimeError { text.error(message, at: token.range.lowerBound) }

  private func unexpected(_ expected: String) -> RuntimeError {
    let found: String
    switch token.kind {
    case .end: found = "the text ends"
    case .word(let word): found = word.shortened
    case .ellipsis: found = "'...'"
    case .sign(let byte): found = "'\(Character(Unicode.Scalar(byte)))'"
    case .other:
      guard let byte = text.byte(at: token.range.lowerBound), byte > 0x20, byte < 0x7F else {
        return error("a character that C does not have here, where \(expected) is expected")
      }
      found = "'\(Character(Unicode.Scalar(byte)))'"
    }
    return error("\(found) where \(expected) is expected")
  }
}
