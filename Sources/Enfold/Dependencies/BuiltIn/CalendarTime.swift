// CalendarTime: a time and its text, as RFC 3339 writes it.

/// A time between the years 0 and 9999, to the nanosecond.
package struct CalendarTime: Equatable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  package let seconds: Int64
  /// The nanoseconds on top of the seconds; from 0 to 999,999,999.
  package let nanoseconds: Int64

  /// Nil if the time is in no year from 0 to 9999. `nanoseconds` must be in its range.
  package init?(seconds: Int64, nanoseconds: Int64) {
    guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  /// The time of a timestamp, which always lies in such a year.
  package init(_ timestamp: Timestamp) {
    (seconds, nanoseconds) = timestamp.nanosecondsSince1970.floored(by: Timestamp.perSecond)
  }
}

extension CalendarTime: LosslessStringConvertible {
  /// The text in UTC, with as many digits of a second as are needed.
  package var description: String {
    let (days, secondOfDay) = seconds.floored(by: 86_400)
    let (date, second) = (CalendarDate(daysSince1970: Int(days)), Int(secondOfDay))
    var text = "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
    text += "T\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))"
    if nanoseconds > 0 {
      var decimals = digits(Int(nanoseconds), 9)
      while decimals.last == "0" { decimals.removeLast() }
      text += "." + decimals
    }
    return text + "Z"
  }

  /// Reads a time of RFC 3339, with `Z` or an offset from UTC. Nil if the text is no such time, is a leap second, or is
  /// more exact than nanoseconds.
  package init?(_ description: String) {
    var text = DigitReader(description)
    guard let year = text.number(4), text.skip("-"), let month = text.number(2), text.skip("-"),
      let day = text.number(2), let date = CalendarDate(year: year, month: month, day: day), text.skip("T", "t"),
      let hour = text.number(2), hour < 24, text.skip(":"), let minute = text.number(2), minute < 60, text.skip(":"),
      let second = text.number(2), second < 60, let fraction = text.fraction(),
      let offset = text.offsetInMinutes(), text.isAtEnd
    else { return nil }
    let minutes = (date.daysSince1970 * 24 + hour) * 60 + minute - offset
    self.init(seconds: Int64(minutes * 60 + second), nanoseconds: Int64(fraction))
  }
}

/// A number with leading zeros.
private func digits(_ number: Int, _ count: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: count - text.count) + text
}

/// Reads the parts of a time one after the other.
private struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// A number of exactly `count` digits.
  mutating func number(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = 10 * value + digit
    }
    return value
  }

  private mutating func digit() -> Int? {
    guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }

  /// Skips one character, if it is one of these.
  mutating func skip(_ characters: Unicode.Scalar...) -> Bool {
    guard let byte = rest.first, characters.contains(Unicode.Scalar(byte)) else { return false }
    rest.removeFirst()
    return true
  }

  /// The nanoseconds after a decimal point; 0 if there is none.
  mutating func fraction() -> Int? {
    guard skip(".") else { return 0 }
    var (value, unit) = (0, Int(Timestamp.perSecond))
    guard var digit = digit() else { return nil }
    while true {
      unit /= 10
      if unit == 0, digit != 0 { return nil }
      value += digit * unit
      guard let next = self.digit() else { return value }
      digit = next
    }
  }

  /// The offset from UTC, which stands after the time.
  mutating func offsetInMinutes() -> Int? {
    if skip("Z", "z") { return 0 }
    let isEast = skip("+")
    guard isEast || skip("-"), let hours = number(2), hours < 24, skip(":"), let minutes = number(2), minutes < 60
    else { return nil }
    return (isEast ? 1 : -1) * (hours * 60 + minutes)
  }
}
