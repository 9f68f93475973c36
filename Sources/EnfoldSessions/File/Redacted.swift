// What stands in the place of a redacted value.
import EnfoldJSON
import Glibc

let redacted = JSONValue.string("[redacted]")

/// The JSON of it.
let redactedText = RedactedText()

struct RedactedText: Sendable {
  private let bytes = Array("\"[redacted]\"".utf8)

  func isIn(_ text: UnsafeRawBufferPointer) -> Bool {
    var rest = text[...]
    while let quote = rest.firstIndex(of: UInt8(ascii: "[")) {
      if quote > 0, text[(quote - 1)...].starts(with: bytes) { return true }
      rest = text[(quote + 1)...]
    }
    return false
  }
}

extension JSONValue {
  /// The pointer of the first redacted place; nil if there is none.
  func firstRedacted(at path: JSONPath = .root) -> JSONPath? {
    switch self {
    case redacted: return path
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let found = element.firstRedacted(at: path.appending(String(index))) { return found }
      }
    case .object(let object):
      for (key, value) in object.members {
        if let found = value.firstRedacted(at: path.appending(key)) { return found }
      }
    default: break
    }
    return nil
  }

  /// Whether it is the same as what came, if redacted places are not compared.
  func matches(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (redacted, _): true
    case (.array(let mine), .array(let its)): mine.count == its.count && zip(mine, its).allSatisfy { $0.matches($1) }
    case (.object(let mine), .object(let its)):
      mine.count == its.count && mine.members.allSatisfy { key, value in its[key].map { value.matches($0) } ?? false }
    default: self == other
    }
  }
}

extension JSONValue {
  static func ~= (pattern: JSONValue, value: JSONValue) -> Bool { pattern == value }
}
