// What swift-argument-parser uses of FoundationEssentials, under the same name. The real one would make the command six times as
// large: 6.2 MB instead of 1 MB. `scripts/command.sh` puts this module before the toolchain's when it builds the command.

/// Bytes.
public struct Data: Sendable {
  let bytes: [UInt8]
}

/// An error that describes itself to people.
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { nil }
}

extension String {
  public enum Encoding: Sendable { case utf8 }

  public init?(data: Data, encoding: Encoding) { self.init(validating: data.bytes, as: UTF8.self) }
}

/// Writes values as JSON, for `--experimental-dump-help`.
public final class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  /// Ignored: the output is compact, and its keys are sorted.
  public var outputFormatting: OutputFormatting = []

  public init() {}

  public func encode(_ value: some Encodable) throws -> Data {
    let place = Place()
    try value.encode(to: PlaceEncoder(place: place, codingPath: []))
    return Data(bytes: Array(place.json.utf8))
  }
}
