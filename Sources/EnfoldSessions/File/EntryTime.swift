// The time of an entry: a text as in RFC 3339, in Coordinated Universal Time.

/// Nanoseconds since 1970 of a text such as "2026-11-29T13:05:00.000120Z"; nil if it is none, or if the number would not fit.
package func nanoseconds(_ text: String) -> Int64? {
  let bytes = Array(text.utf8)
  func number(_ start: Int, _ count: Int) -> Int64? {
    var result: Int64 = 0
    guard start + count <= bytes.count else { return nil }
    for byte in bytes[start..<(start + count)] {
      guard (48...57).contains(byte) else { return nil }
      result = result * 10 + Int64(byte - 48)
    }
    return result
  }
  guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
    let minute = number(14, 2), let second = number(17, 2), bytes.last == UInt8(ascii: "Z"),
    // Until then 64 bits have room.
    (1970...2261).contains(year), (1...12).contains(month)
  else { return nil }
  // Days since 1970 of the Gregorian calendar; the year begins in March.
  let (shifted, place) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
  let era = shifted / 400
  let dayOfYear = (153 * place + 2) / 5 + day - 1
  let yearOfEra = shifted - era * 400
  let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  var fraction: Int64 = 0
  let digits = bytes.count - 21
  if digits > 0 {
    guard bytes[19] == UInt8(ascii: "."), digits <= 9, let number = number(20, digits) else { return nil }
    fraction = (digits..<9).reduce(number) { result, _ in result * 10 }
  } else if bytes.count != 20 {
    return nil
  }
  return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000_000_000 + fraction
}

/// Such a text, with nine digits behind the point.
func timeText(_ nanoseconds: Int64) -> String {
  let (seconds, fraction) = divided(nanoseconds, by: 1_000_000_000)
  let (days, rest) = divided(seconds, by: 86_400)
  // The year begins in March.
  let (era, dayOfEra) = divided(days + 719_468, by: 146_097)
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let place = (5 * dayOfYear + 2) / 153
  let month = place < 10 ? place + 3 : place - 9
  let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfYear - (153 * place + 2) / 5 + 1, 2))"
  let time = "\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
  return "\(date)T\(time).\(padded(fraction, 9))Z"
}

/// The quotient, rounded down, and what is left.
private func divided(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
  let rest = ((number % divisor) + divisor) % divisor
  return ((number - rest) / divisor, rest)
}

func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(width - digits.count, 0)) + digits
}
