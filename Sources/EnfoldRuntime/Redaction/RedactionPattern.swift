// RedactionPattern: what a host writes in the option "redact", such as "/cards/*/note" and "action:/login/password".
import EnfoldJSON

/// A place that is redacted, or many: a root, and a token for each step from there.
struct RedactionPattern: Equatable {
  enum Token: Equatable {
    case name(String)
    /// `*`: every member and every element.
    case any
  }

  /// As the host has written it.
  let text: String
  let root: RedactionGraph.Root
  let tokens: [Token]

  static let greatestCount = 256
  static let greatestLength = 1_024

  /// - Throws: what is wrong, as it goes on behind the pattern in a message.
  init(_ text: String) throws(Mistake) {
    let (root, rest) = Self.split(text)
    self.text = text
    self.root = root
    switch (root, rest.first) {
    case (.requests, nil), (.requests, "/"):
      throw Mistake(
        "the name of a request comes behind \"request:\": request:login, request:login/password or request:*")
    case (.dependencies, nil), (.dependencies, "/"):
      throw Mistake("the name of a dependency comes behind \"dependency:\": dependency:uuid or dependency:*")
    case (.requests, _), (.dependencies, _): tokens = try Self.tokens(of: "/" + rest)
    case (_, nil), (_, "/"): tokens = try Self.tokens(of: rest)
    default:
      throw root == .action
        ? Mistake("a JSON Pointer comes behind \"action:\": action:/\(rest)")
        : Mistake(
          "a pattern begins with \"/\" (a JSON Pointer into states), \"action:\", \"request:\" or \"dependency:\"")
    }
  }

  private static func split(_ text: String) -> (RedactionGraph.Root, String) {
    let prefixes = [
      ("action:", RedactionGraph.Root.action), ("request:", .requests), ("dependency:", .dependencies),
    ]
    for (prefix, root) in prefixes where text.hasPrefix(prefix) {
      return (root, String(text.dropFirst(prefix.count)))
    }
    return (.state, text)
  }

  private static func tokens(of pointer: String) throws(Mistake) -> [Token] {
    do {
      let path = try JSONPath(pointer: pointer)
      for index in 0..<path.count where path[index].selector != nil || path[index].text == "-" {
        throw Mistake("a pattern does not select elements, as \"\(path[index].text)\" does: write \"*\" in its place")
      }
      return (0..<path.count).map { path[$0].text == "*" ? .any : .name(path[$0].text) }
    } catch let error as Mistake {
      throw error
    } catch let error as JSONError {
      throw Mistake(error.message)
    } catch {
      throw Mistake("\(error)")
    }
  }

  struct Mistake: Error {
    let message: String
    init(_ message: String) { self.message = message }
  }
}

extension JSONReader {
  /// Reads the value of the option "redact": an array of patterns.
  mutating func readRedactions() throws(JSONError) -> [RedactionPattern] {
    var patterns: [RedactionPattern] = []
    try beginArray()
    while try nextElement() {
      _ = peek()
      let start = offset
      func refuse(_ message: String) -> JSONError { JSONError(code: .mismatch, offset: start, message: message) }
      let place = "\"redact\"[\(patterns.count)]"
      guard patterns.count < RedactionPattern.greatestCount else {
        throw refuse("\"redact\" has too many patterns; at most \(RedactionPattern.greatestCount) are allowed")
      }
      let text = try readString()
      guard text.utf8.count <= RedactionPattern.greatestLength else {
        throw refuse(
          "\(place) has \(text.utf8.count) bytes; at most \(RedactionPattern.greatestLength) are allowed")
      }
      do throws(RedactionPattern.Mistake) {
        patterns.append(try RedactionPattern(text))
      } catch {
        throw refuse("\(place) is \(JSON.string(text)): \(error.message)")
      }
    }
    return patterns
  }
}
