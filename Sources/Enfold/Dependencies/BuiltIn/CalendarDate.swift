// CalendarDate: a day of the Gregorian calendar.

/// A day from year 0 on, in the calendar that RFC 3339 uses for all times.
struct CalendarDate {
  let year, month, day: Int

  /// Nil if there is no such day.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month) else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...lengths[month - 1]).contains(day) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  // Here a year begins in March, so the leap day, if there is one, is the last day of the year. The lengths of the
  // months then repeat after every five months, which have 153 days. Days are counted from March 1 of year -400, which
  // is before every date here.

  init(daysSince1970: Int) {
    let days = daysSince1970 + Self.epoch
    var year = days * 400 / 146_097  // 400 years have 146,097 days; the result is right or one off
    if Self.days(before: year) > days { year -= 1 }
    if Self.days(before: year + 1) <= days { year += 1 }
    let dayOfYear = days - Self.days(before: year)
    let month = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * month + 2) / 5 + 1
    self.month = month < 10 ? month + 3 : month - 9
    self.year = (month < 10 ? year : year + 1) - 400
  }

  var daysSince1970: Int {
    let (year, month) = month > 2 ? (year + 400, month - 3) : (year + 399, month + 9)
    return Self.days(before: year) + (153 * month + 2) / 5 + day - 1 - Self.epoch
  }

  private static func days(before year: Int) -> Int { 365 * year + year / 4 - year / 100 + year / 400 }

  /// January 1, 1970.
  private static let epoch = 865_565
}
