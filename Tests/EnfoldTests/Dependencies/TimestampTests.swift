// Timestamp: text, arithmetic and JSON.
import Enfold
import EnfoldTesting
import Foundation
import Testing

@Suite("Timestamps") struct TimestampTests {
  static let known: [(text: String, nanoseconds: Int64)] = [
    ("1970-01-01T00:00:00Z", 0),
    ("1970-01-01T00:00:00.000000001Z", 1),
    ("1969-12-31T23:59:59.999999999Z", -1),
    ("1985-04-12T23:20:50.52Z", 482_196_050_520_000_000),  // RFC 3339, 5.8
    ("1996-12-20T00:39:57Z", 851_042_397_000_000_000),  // the same
    ("2000-02-29T12:00:00Z", 951_825_600_000_000_000),
    ("2000-03-01T00:00:00Z", 951_868_800_000_000_000),
    ("2001-02-03T04:05:06Z", 981_173_106_000_000_000),
    ("1900-03-01T00:00:00Z", -2_203_891_200_000_000_000),
    ("2100-03-01T00:00:00Z", 4_107_542_400_000_000_000),
    ("1677-09-21T00:12:43.145224192Z", .min),
    ("2262-04-11T23:47:16.854775807Z", .max),
  ]

  @Test("The text form is that of RFC 3339, in both directions", arguments: known)
  func knownTexts(_ known: (text: String, nanoseconds: Int64)) {
    #expect(Timestamp(nanosecondsSince1970: known.nanoseconds).description == known.text)
    #expect(Timestamp(known.text)?.nanosecondsSince1970 == known.nanoseconds)
  }

  @Test(
    "Offsets, small letters and needless digits are read",
    arguments: [
      ("1996-12-19T16:39:57-08:00", "1996-12-20T00:39:57Z"),
      ("1937-01-01T12:00:27.87+00:20", "1937-01-01T11:40:27.87Z"),
      ("2001-02-03t04:05:06z", "2001-02-03T04:05:06Z"),
      ("2001-02-03T04:05:06.120000000000Z", "2001-02-03T04:05:06.12Z"),
      ("2001-02-03T04:05:06-00:00", "2001-02-03T04:05:06Z"), ("2000-12-31T23:59:59+23:59", "2000-12-31T00:00:59Z"),
    ])
  func otherForms(_ text: String, _ normal: String) { #expect(Timestamp(text)?.description == normal) }

  @Test(
    "Other texts are none",
    arguments: [
      "", "2001-02-03", "2001-02-03T04:05:06", "2001-02-03 04:05:06Z", "2001-2-03T04:05:06Z", "2001-02-29T04:05:06Z",
      "1900-02-29T00:00:00Z", "2001-00-03T04:05:06Z", "2001-13-03T04:05:06Z", "2001-02-00T04:05:06Z",
      "2001-02-03T24:00:00Z", "2001-02-03T04:60:06Z", "2016-12-31T23:59:60Z", "2001-02-03T04:05:06.Z",
      "2001-02-03T04:05:06.1234567891Z", "2001-02-03T04:05:06+24:00", "2001-02-03T04:05:06+0100",
      "2001-02-03T04:05:06Z ",
      "2262-04-11T23:47:16.854775808Z", "1677-09-21T00:12:43.145224191Z", "0000-01-01T00:00:00Z",
      "9999-12-31T23:59:59Z",
      "+001-02-03T04:05:06Z", "２001-02-03T04:05:06Z", "0000-01-01T00:00:00+23:59",
    ])
  func badTexts(_ text: String) { #expect(Timestamp(text) == nil) }

  @Test("The page about JSON names the range, and second 60") func page() throws {
    let page = URL(filePath: #filePath).appending(path: "../../../../docs/json.md").standardized
    let row = try #require(
      try String(contentsOf: page, encoding: .utf8).split(separator: "\n").first { $0.hasPrefix("| `Timestamp` |") })
    for time in [Int64.min, .max] { #expect(row.contains("`\(Timestamp(nanosecondsSince1970: time))`")) }
    #expect(row.contains("second 60 is refused"))
  }

  @Test("Every day of the range has its date, and every text is read back exactly")
  func roundTrips() throws {
    let random = RandomSource(seed: 11)
    for _ in 0..<scaled(20_000) {
      let time = Timestamp(nanosecondsSince1970: random.next(in: Int64.min...Int64.max))
      #expect(Timestamp(time.description) == time)
    }
    // Foundation's calendar for comparison, at noon of every day.
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for day in stride(from: -106_000, through: 106_000, by: scaled(20) == 20 ? 1 : 37) {
      let seconds = Int64(day) * 86_400 + 43_200
      let parts = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSince1970: Double(seconds)))
      let text = Timestamp(nanosecondsSince1970: seconds * 1_000_000_000).description
      let expected = [parts.year, parts.month, parts.day].map { $0 ?? 0 }
      if text.prefix(10).split(separator: "-").compactMap({ Int($0) }) != expected {
        Issue.record("\(text) is \(expected)")
      }
    }
  }

  @Test("Durations are added and measured to the nanosecond, towards the past")
  func arithmetic() {
    let time = Timestamp(nanosecondsSince1970: 1_500_000_000)
    #expect(time + .seconds(1) == Timestamp(nanosecondsSince1970: 2_500_000_000))
    #expect(time - .seconds(2) == Timestamp(nanosecondsSince1970: -500_000_000))
    #expect(time - (time - .milliseconds(3)) == .milliseconds(3))
    #expect(time.duration(to: time + .nanoseconds(7)) == .nanoseconds(7))
    #expect(time + Duration(secondsComponent: 0, attosecondsComponent: 999_999_999) == time)
    #expect(time - Duration(secondsComponent: 0, attosecondsComponent: 1) == time - .nanoseconds(1))
    let (first, last) = (Timestamp(nanosecondsSince1970: .min), Timestamp(nanosecondsSince1970: .max))
    #expect(first < last)
    #expect(first + (last - first) == last)
    #expect(last - (last - first) == first)
    var moved = time
    moved += .seconds(1)
    moved -= .seconds(3)
    #expect(moved == time - .seconds(2))
  }

  @Test("In JSON it is its text, and errors say what is expected")
  func json() throws {
    let time = Timestamp(nanosecondsSince1970: 981_173_106_070_000_000)
    #expect(JSON.string(time) == "\"2001-02-03T04:05:06.07Z\"")
    #expect(try JSON.decode(Timestamp.self, from: "\"2001-02-03T05:05:06.07+01:00\"") == time)
    let error = #expect(throws: JSONError.self) { try JSON.decode([Timestamp].self, from: "[\"now\"]") }
    #expect(error?.offset == 1)
    #expect(error?.message == "\"now\" where a time of RFC 3339 between 1677 and 2262, to the nanosecond, is expected")
    #expect(throws: JSONError.self) { try JSON.decode(Timestamp.self, from: "981173106") }
    #expect(JSONSchemaBuilder.document(of: Timestamp.self).contains("\"type\":\"string\",\"format\":\"date-time\""))
  }

  @Test("It is Codable as its text")
  func codable() throws {
    let time = Timestamp(nanosecondsSince1970: 1)
    let data = try JSONEncoder().encode([time])
    #expect(String(decoding: data, as: UTF8.self) == "[\"1970-01-01T00:00:00.000000001Z\"]")
    #expect(try JSONDecoder().decode([Timestamp].self, from: data) == [time])
  }
}

@Suite("Dates") struct DateGeneratorTests {
  @Test("In tests it is always 2001-02-03T04:05:06Z")
  func test() {
    let date = DependencyValues(.test).date
    #expect(date.now.description == "2001-02-03T04:05:06Z")
    #expect(date.now == date.now)
  }

  @Test("Live it is the computer's, as in previews")
  func live() {
    for environment in [DependencyEnvironment.live, .preview] {
      let before = Date().timeIntervalSince1970
      let now = Double(DependencyValues(environment).date.now.nanosecondsSince1970) / 1e9
      #expect(now > before - 60 && now < before + 60)
    }
  }

  @Test("It may stand still, or follow a clock")
  func ownDates() throws {
    let start = try #require(Timestamp("2024-02-28T23:59:59.5Z"))
    #expect(DateGenerator.constant(start).now == start)
    let clock = TestClock(now: TestClock.Instant(offset: .seconds(1000)))
    let date = DateGenerator.following(clock, from: start)
    #expect(date.now == start)
    clock.advanceNow(by: .seconds(1))
    #expect(date.now.description == "2024-02-29T00:00:00.5Z")
  }
}
