// The JSON form of Date: the text of RFC 3339, such as "2001-02-03T04:05:06.789Z".
import Enfold
import Foundation

extension Date: JSONEncodable, JSONDecodable, JSONDescribable {
  /// Writes the time in UTC, to the nanosecond, with no more digits of a second than are needed to read the same date again.
  ///
  /// A date before the year 0 or after the year 9999 has no JSON form.
  public func writeJSON(to writer: inout JSONWriter) {
    guard let time = CalendarTime(self) else {
      writer.fail("the date \(timeIntervalSinceReferenceDate) s after 2001 is in no year from 0 to 9999")
      return writer.writeNull()
    }
    writer.write(time.description)
  }

  /// Reads a time of RFC 3339, with `Z` or an offset from UTC, as exact as nanoseconds.
  public init(json reader: inout JSONReader) throws(JSONError) {
    self.init(try reader.readText(CalendarTime.expected) { CalendarTime($0) })
  }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .string.with("format", "date-time")
  }
}

extension Date {
  /// The date that is nearest to a timestamp: a `Date` of today is exact to about 0.1 microseconds.
  public init(_ timestamp: Timestamp) { self.init(CalendarTime(timestamp)) }

  init(_ time: CalendarTime) {
    // Dates count from 2001. So does this sum: one that counts from 1970 would lose digits.
    let sum = Double(time.seconds - secondsTo2001) + Double(time.nanoseconds) / 1e9
    self.init(timeIntervalSinceReferenceDate: min(sum, lastWithForm))
  }
}

extension Timestamp {
  /// The timestamp that is nearest to a date; nil if it is before 1677 or after 2262.
  public init?(_ date: Date) {
    guard let time = CalendarTime(date) else { return nil }
    self.init(seconds: time.seconds, nanoseconds: time.nanoseconds)
  }
}

extension CalendarTime {
  static let expected = "a time of RFC 3339, such as 2001-02-03T04:05:06.789Z,"

  /// The time that is read as this date and has the fewest digits of a second: whole seconds, thousandths, millionths
  /// or nanoseconds.
  init?(_ date: Date) {
    let whole = date.timeIntervalSinceReferenceDate.rounded(.down)
    let fraction = date.timeIntervalSinceReferenceDate - whole
    guard abs(whole) < 1e12 else { return nil }
    func rounded(to unit: Int64) -> CalendarTime? {
      let nanoseconds = Int64((fraction * 1e9 / Double(unit)).rounded()) * unit
      let (carry, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      return CalendarTime(seconds: Int64(whole) + secondsTo2001 + carry, nanoseconds: rest)
    }
    let short = [1_000_000_000, 1_000_000, 1_000].lazy.map(rounded).first { $0.map(Date.init) == date }
    guard let time = short ?? rounded(to: 1) else { return nil }
    self = time
  }
}

/// From 1970 to 2001.
private let secondsTo2001: Int64 = 978_307_200

/// The last date that can be written, in seconds since 2001. 9999-12-31T23:59:59.9999999Z is nearer to the year 10000, but a
/// date in that year could be read and not written again.
private let lastWithForm = 252_423_993_600.0.nextDown
