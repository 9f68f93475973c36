// The JSON form of Decimal: its digits as a string, because many hosts read JSON numbers as binary fractions.
import Enfold
import Foundation

extension Decimal: JSONEncodable, JSONDecodable, JSONDescribable {
  public func writeJSON(to writer: inout JSONWriter) { writer.write(description) }

  /// Reads a string with a number, or a number, of which every digit counts. A number with more digits than a `Decimal`
  /// can hold is refused: it holds all numbers of 38 digits, and some of 39. The string "NaN" is read, too.
  public init(json reader: inout JSONReader) throws(JSONError) {
    if reader.peek() == .number {
      let offset = reader.offset
      let text = String(decoding: try reader.rawValue(), as: UTF8.self)
      guard let value = Decimal(exactly: text) else {
        throw JSONError(code: .mismatch, offset: offset, message: "\(text.prefix(60)) where \(expected) is expected")
      }
      self = value
    } else {
      self = try reader.readText(expected) { $0 == "NaN" ? .nan : Decimal(exactly: $0) }
    }
  }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .anyOf([.string, .number]) }

  /// The value of a JSON number; nil if the text is no number, or if a decimal number cannot hold all its digits.
  private init?(exactly text: String) {
    guard let number = try? JSON.decode(NumberText.self, from: text), number.length == text.utf8.count,
      let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), !value.isNaN,
      digits(of: value.description.utf8) == number.digits
    else { return nil }
    self = value
  }
}

private let expected = "a decimal number of at most 38 digits"

/// A JSON number that is only looked at.
private struct NumberText: JSONDecodable {
  let digits: [UInt8]
  /// How many bytes it has.
  let length: Int

  init(json reader: inout JSONReader) throws(JSONError) {
    guard reader.peek() == .number else { throw reader.mismatch("no number") }
    let text = try reader.rawValue()
    length = text.count
    digits = EnfoldFoundation.digits(of: text)
  }
}

/// The digits of a number, from the first to the last that is not 0, without its exponent.
private func digits(of number: some Collection<UInt8>) -> [UInt8] {
  let zero = UInt8(ascii: "0")
  let mantissa = number.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
  let digits = mantissa.filter { (zero...UInt8(ascii: "9")).contains($0) }.drop { $0 == zero }
  return digits.lastIndex { $0 != zero }.map { Array(digits[...$0]) } ?? []
}
