// Query: the parameters of an address.

struct Query {
  private var values: [String: String] = [:]

  init(_ text: Substring) throws(Refusal) {
    for part in text.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      values[try Self.decoded(sides[0])] = sides.count > 1 ? try Self.decoded(sides[1]) : ""
    }
  }

  /// Undoes %2F and +.
  private static func decoded(_ text: Substring) throws(Refusal) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
          throw Refusal("the address has a % without two digits")
        }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw Refusal("the address is not UTF-8") }
    return decoded
  }

  /// Nil: it is not there, or empty.
  func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// It is there, and may be empty.
  func given(_ name: String) -> String? { values[name] }

  func isOn(_ name: String) -> Bool { values[name] == "1" || values[name] == "true" }

  func number(_ name: String) throws(Refusal) -> Int? {
    guard let text = text(name) else { return nil }
    guard let number = Int(text) else {
      throw Refusal("\"\(name)\" is \"\(CutText(text, at: 40).text)\"; it is a number")
    }
    return number
  }

  func neededNumber(_ name: String) throws(Refusal) -> Int {
    guard let number = try number(name) else { throw Refusal("\"\(name)\" is missing") }
    return number
  }

  /// A number, kept within bounds.
  func number(_ name: String, _ usual: Int, in bounds: ClosedRange<Int>) throws(Refusal) -> Int {
    min(max(try number(name) ?? usual, bounds.lowerBound), bounds.upperBound)
  }
}
