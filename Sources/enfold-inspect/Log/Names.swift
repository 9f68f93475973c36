// Names: numbers for texts that occur often, such as the types of actions.

struct Names: Sendable {
  /// No text.
  static let none: UInt32 = 0
  /// One of the texts that came when there were too many.
  static let other: UInt32 = 1
  private static let limit = 60_000
  private static let longest = 256

  private var texts = ["", ""]
  private var numbers: [String: UInt32] = [:]

  mutating func number(of text: String) -> UInt32 {
    if let number = numbers[text] { return number }
    guard texts.count < Self.limit, text.utf8.count <= Self.longest else { return Self.other }
    let number = UInt32(texts.count)
    numbers[text] = number
    texts.append(text)
    return number
  }

  /// The number of a text; nil if it was not seen, or has none of its own.
  func known(_ text: String) -> UInt32? { numbers[text] }

  func text(of number: UInt32) -> String { Int(number) < texts.count ? texts[Int(number)] : "" }
}
