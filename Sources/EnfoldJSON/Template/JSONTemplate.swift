// JSONTemplate: a JSON text with places for other JSON texts.

/// The one rule of all templates: a string value that begins with `$` is a *place*. Behind the `$` is the name of what is put
/// there, without quotes around it. A string value that begins with `$$` is no place: it stands for itself, without the first
/// `$`. Keys are never places.
public struct JSONTemplate: Sendable {
  /// A place.
  public struct Place: Sendable {
    /// The index of its name.
    public let name: Int
    /// Where it is in ``bytes``.
    public let position: Int
    /// Where its string is in the text that the template was made of.
    public let source: Range<Int>
    /// How many arrays and objects are around it.
    public let depth: Int
  }

  /// The text without its places.
  public private(set) var bytes: [UInt8] = []
  /// The places, in order.
  public private(set) var places: [Place] = []

  /// - Parameters:
  ///   - text: JSON. An error that is a mismatch is about a place with another name.
  ///   - names: the names of places, without the `$`.
  public init(_ text: UnsafeRawBufferPointer, names: [String], limits: JSONLimits) throws(JSONError) {
    var reader = JSONReader(text, limits: limits)
    var parser = Parser(text: text, names: names)
    try parser.readValue(&reader, depth: 0)
    try reader.finish()
    parser.copy(upTo: text.count)
    bytes = parser.bytes
    places = parser.places
  }

  /// Writes the text with something in its places.
  ///
  /// - Parameter write: writes the text for the name with an index.
  public func write(to writer: inout JSONWriter, _ write: (Int, inout JSONWriter) -> Void) {
    bytes.withUnsafeBytes { bytes in
      var position = 0
      for place in places {
        writer.raw(UnsafeRawBufferPointer(rebasing: bytes[position..<place.position]))
        write(place.name, &writer)
        position = place.position
      }
      writer.raw(UnsafeRawBufferPointer(rebasing: bytes[position...]))
    }
  }
}

/// Reads a text once, and takes its places out.
private struct Parser {
  let text: UnsafeRawBufferPointer
  let names: [String]
  var bytes: [UInt8] = []
  var places: [JSONTemplate.Place] = []
  /// How much of the text was copied, or left out.
  private var done = 0

  init(text: UnsafeRawBufferPointer, names: [String]) {
    self.text = text
    self.names = names
  }

  /// Recurses at most as deep as the limits allow.
  mutating func readValue(_ reader: inout JSONReader, depth: Int) throws(JSONError) {
    switch reader.peek() {
    case .object:
      try reader.beginObject()
      while try reader.nextKey() != nil { try readValue(&reader, depth: depth + 1) }
    case .array:
      try reader.beginArray()
      while try reader.nextElement() { try readValue(&reader, depth: depth + 1) }
    case .string:
      let start = reader.offset
      let string = try reader.readString()
      if string.utf8.first == UInt8(ascii: "$") { try take(string, start..<reader.offset, depth: depth) }
    default:
      try reader.skipValue()
    }
  }

  /// Takes a string that begins with `$` out of the text; or its first `$` alone, if there are two.
  private mutating func take(_ string: String, _ range: Range<Int>, depth: Int) throws(JSONError) {
    if string.utf8.starts(with: "$$".utf8) {
      copy(upTo: range.lowerBound + 1)
      let isEscaped = text[done] == UInt8(ascii: "\\")
      done += isEscaped ? "\\u0024".utf8.count : 1
      return
    }
    guard let name = names.firstIndex(where: { string.utf8.dropFirst().elementsEqual($0.utf8) }) else {
      let known = names.map { "\"$\($0)\"" }.joined(separator: ", ")
      throw JSONError(
        code: .mismatch, offset: range.lowerBound,
        message: """
          the template has \(JSON.string(string)), and nothing is put there; \
          \(known.isEmpty ? "there are no places" : "places are: \(known)"); a text that begins with $ is written with $$
          """)
    }
    copy(upTo: range.lowerBound)
    done = range.upperBound
    places.append(JSONTemplate.Place(name: name, position: bytes.count, source: range, depth: depth))
  }

  mutating func copy(upTo end: Int) {
    bytes += text[done..<end]
    done = end
  }
}
