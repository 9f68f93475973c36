// Timestamp: a point in time.

/// A point in time, in nanoseconds: from 1677-09-21T00:12:43.145224192Z to 2262-04-11T23:47:16.854775807Z. Leap seconds do
/// not count, as in Unix time.
///
/// Its text, which is also its JSON form, is that of RFC 3339 in UTC, such as `2001-02-03T04:05:06.78Z`, with as many
/// digits of a second as are needed. See ``init(_:)``.
public struct Timestamp: Hashable, Sendable {
  /// The time since 1970-01-01T00:00:00Z.
  public var nanosecondsSince1970: Int64

  public init(nanosecondsSince1970: Int64) { self.nanosecondsSince1970 = nanosecondsSince1970 }

  /// - Parameter nanoseconds: added to the seconds; from 0 to 999,999,999. The result is nil if the sum is out of
  ///   range.
  package init?(seconds: Int64, nanoseconds: Int64) {
    // Before 1970 the seconds alone may be out of range although the sum is not.
    let (seconds, nanoseconds) =
      seconds < 0 && nanoseconds > 0 ? (seconds + 1, nanoseconds - Self.perSecond) : (seconds, nanoseconds)
    let product = seconds.multipliedReportingOverflow(by: Self.perSecond)
    let sum = product.partialValue.addingReportingOverflow(nanoseconds)
    if product.overflow || sum.overflow { return nil }
    self.init(nanosecondsSince1970: sum.partialValue)
  }

  static let perSecond: Int64 = 1_000_000_000
  static let latest = Timestamp(nanosecondsSince1970: .max)
}

extension Timestamp: InstantProtocol {
  /// The time that is `duration` later. Parts of a nanosecond are dropped: the result is rounded down. It must be in
  /// range, as a sum of integers must be.
  public func advanced(by duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = (Duration.nanoseconds(nanosecondsSince1970) + duration).components
    let (carry, nanoseconds) = attoseconds.floored(by: 1_000_000_000).quotient.floored(by: Self.perSecond)
    let time = Timestamp(seconds: seconds + carry, nanoseconds: nanoseconds)
    guard let time else { preconditionFailure("\(self) and \(duration) is beyond what a Timestamp can hold") }
    return time
  }

  public func duration(to other: Timestamp) -> Duration {
    .nanoseconds(other.nanosecondsSince1970) - .nanoseconds(nanosecondsSince1970)
  }

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.nanosecondsSince1970 < rhs.nanosecondsSince1970 }
  public static func + (lhs: Self, rhs: Duration) -> Self { lhs.advanced(by: rhs) }
  public static func - (lhs: Self, rhs: Duration) -> Self { lhs.advanced(by: .zero - rhs) }
  public static func - (lhs: Self, rhs: Self) -> Duration { rhs.duration(to: lhs) }
  public static func += (lhs: inout Self, rhs: Duration) { lhs = lhs + rhs }
  public static func -= (lhs: inout Self, rhs: Duration) { lhs = lhs - rhs }
}

extension Timestamp: LosslessStringConvertible {
  /// The text in UTC, with as many digits of a second as are needed.
  public var description: String { CalendarTime(self).description }

  /// Reads a time of RFC 3339, with `Z` or an offset from UTC. Nil if the text is no such time, is out of range, is a
  /// leap second, or is more exact than nanoseconds.
  public init?(_ description: String) {
    guard let time = CalendarTime(description) else { return nil }
    self.init(seconds: time.seconds, nanoseconds: time.nanoseconds)
  }
}

extension Timestamp: JSONEncodable, JSONDecodable, JSONDescribable {
  public func writeJSON(to writer: inout JSONWriter) { writer.write(description) }
  public func hasSameJSON(as other: Self) -> Bool { self == other }
  public var jsonIsNull: Bool { false }

  public init(json reader: inout JSONReader) throws(JSONError) {
    self = try reader.readText(Self.expected) { Timestamp($0) }
  }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .string.with("format", "date-time")
  }

  private static let expected = "a time of RFC 3339 between 1677 and 2262, to the nanosecond,"
}

extension Timestamp: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.decodeText(Self.expected) }
  public func encode(to encoder: any Encoder) throws { try encoder.encodeText(self) }
}

extension Int64 {
  /// The quotient rounded down, and the remainder, which is never negative.
  func floored(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
