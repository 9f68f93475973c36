// CodableJSON: gives a Codable type the JSON form that its Codable implementation describes.
import Enfold
import Foundation

/// A `Codable` type whose JSON form is the one that its `Codable` implementation writes and reads.
///
/// It is for types that cannot have a form of their own: those of other packages, and plain structs that are `Codable`
/// already.
///
/// ```swift
/// extension Contact: CodableJSON {}   // struct Contact: Codable
/// ```
///
/// Such a value is one value to observers: it is compared and reported as a whole, though pointers may lead into it. Keys are
/// sorted. `Date`, `Data` and numbers that are not finite are written as in the rest of a state. The schema says only that
/// there is some value. Of a key that occurs twice Foundation takes the first value. It takes several times as long as the form
/// that `@ObservableState` and `@Action` give.
public protocol CodableJSON: Codable, JSONEncodable, JSONDecodable, JSONDescribable {}

extension CodableJSON {
  public func writeJSON(to writer: inout JSONWriter) {
    do {
      try sharedEncoder.encode(self).withUnsafeBytes { writer.raw($0) }
    } catch {
      writer.fail("\(Self.self) could not be written: \(CodingProblem(error).message)")
      writer.writeNull()
    }
  }

  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    guard !path.isEmpty else {
      writeJSON(to: &writer)
      return true
    }
    var whole = JSONWriter()
    writeJSON(to: &whole)
    return whole.withBytes { bytes in
      var reader = JSONReader(bytes, limits: .greatest)
      guard let value = try? reader.rawValue(at: path) else { return false }
      writer.raw(value)
      return true
    }
  }

  public init(json reader: inout JSONReader) throws(JSONError) {
    _ = reader.peek()
    let offset = reader.offset
    let bytes = try reader.rawValue()
    do {
      self = try sharedDecoder.decode(Self.self, from: Data(bytes))
    } catch {
      let problem = CodingProblem(error)
      throw JSONError(code: .mismatch, offset: offset + problem.offset(in: bytes), message: problem.message)
    }
  }

  public static var jsonAcceptsAnyKey: Bool { true }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .any.with("title", .string("\(Self.self)"))
  }

  public static func jsonAllows(_ path: JSONPath) -> Bool { true }
}

private let sharedEncoder: JSONEncoder = {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  encoder.dateEncodingStrategy = .custom { date, encoder in
    guard let time = CalendarTime(date) else {
      throw EncodingError.invalidValue(
        date, .init(codingPath: encoder.codingPath, debugDescription: "the date is in no year from 0 to 9999"))
    }
    try encoder.encodeText(time)
  }
  encoder.nonConformingFloatEncodingStrategy = .convertToString(
    positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
  return encoder
}()

private let sharedDecoder: JSONDecoder = {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .custom { decoder in
    let time: CalendarTime = try decoder.decodeText(CalendarTime.expected)
    return Date(time)
  }
  decoder.nonConformingFloatDecodingStrategy = .convertFromString(
    positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
  return decoder
}()

/// The mistake that a coder has found, and its place.
private struct CodingProblem {
  let message: String
  private let path: [any CodingKey]

  init(_ error: any Error) {
    switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      (message, path) = (context.debugDescription, context.codingPath)
    case DecodingError.keyNotFound(let key, let context):
      (message, path) = ("missing key \"\(key.stringValue)\"", context.codingPath)
    case EncodingError.invalidValue(_, let context):
      (message, path) = (context.debugDescription, context.codingPath)
    default: (message, path) = ("\(error)", [])
    }
  }

  /// How many bytes before the value that is wrong.
  func offset(in bytes: UnsafeRawBufferPointer) -> Int {
    let tokens = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    var reader = JSONReader(bytes, limits: .greatest)
    guard let value = try? reader.rawValue(at: JSONPath(tokens: tokens)), let place = value.baseAddress,
      let start = bytes.baseAddress
    else { return 0 }
    return place - start
  }
}
