// The JSON forms of Foundation's types, alone and in a state.
import Enfold
import EnfoldFoundation
import Foundation
import Synchronization
import Testing

@Suite("JSON forms of Foundation's types") struct FormTests {
  private func read<T: JSONDecodable>(_ text: String, as type: T.Type = T.self) throws -> T {
    try JSON.decode(T.self, from: text)
  }

  private func message<T: JSONDecodable>(_ text: String, as type: T.Type) -> String? {
    do {
      _ = try JSON.decode(T.self, from: text)
      return nil
    } catch { return error.description }
  }

  @Test(
    "A date is the text of RFC 3339, with no more digits than it needs",
    arguments: [
      (-978_307_200, "1970-01-01T00:00:00Z"), (-978_307_200.25, "1969-12-31T23:59:59.75Z"),
      (753_998_400.5, "2024-11-22T20:00:00.5Z"), (753_998_400.123, "2024-11-22T20:00:00.123Z"),
      (753_998_400.123456, "2024-11-22T20:00:00.123456Z"), (753_998_400.9999999, "2024-11-22T20:00:00.999999881Z"),
    ] as [(Double, String)])
  func dates(secondsSince2001: Double, text: String) throws {
    let date = Date(timeIntervalSinceReferenceDate: secondsSince2001)
    #expect(JSON.string(date) == "\"\(text)\"")
    #expect(try read("\"\(text)\"", as: Date.self) == date)
  }

  @Test("Any date of these centuries is read as it was written, to the nanosecond") func everyDate() throws {
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<10_000 {
      let date = Date(timeIntervalSince1970: .random(in: -10_000_000_000...10_000_000_000, using: &numbers))
      // Only within some weeks of 2001 a `Date` is more exact than that.
      #expect(try abs(read(JSON.string(date), as: Date.self).timeIntervalSince(date)) < 1e-9)
    }
    for date in [Date.distantPast, .distantFuture] { #expect(try read(JSON.string(date), as: Date.self) == date) }
  }

  @Test("A date may be written with an offset; what is no time is refused where it stands") func otherDates() throws {
    let noon = Date(timeIntervalSince1970: 43_200)
    #expect(try read("\"1970-01-01T14:00:00+02:00\"", as: Date.self) == noon)
    #expect(
      message("[\"soon\"]", as: [Date].self)
        == "\"soon\" where a time of RFC 3339, such as 2001-02-03T04:05:06.789Z, is expected (byte 1)")
    #expect(message("5", as: Date.self) == "a number where a string is expected (byte 0)")
  }

  @Test("A date of no year from 0 to 9999 cannot be written", arguments: [1e12, -1e11, .infinity, -.infinity, .nan])
  func datesWithoutForm(seconds: Double) {
    var writer = JSONWriter()
    Date(timeIntervalSince1970: seconds).writeJSON(to: &writer)
    #expect(writer.string == "null")
    #expect(writer.failure?.contains("year") == true)
  }

  @Test(
    "The last moments of the year 9999 can be written again",
    arguments: ["9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.99999Z", "9999-12-31T23:59:59Z"])
  func lastDates(text: String) throws {
    let date: Date = try read("\"\(text)\"")
    #expect(try read(JSON.string(date), as: Date.self) == date)
  }

  @Test("Dates and timestamps are made of each other") func timestamps() throws {
    let timestamp = try #require(Timestamp("2024-11-22T20:00:00.125Z"))
    #expect(Date(timestamp) == Date(timeIntervalSince1970: 1_732_305_600.125))
    #expect(Timestamp(Date(timestamp)) == timestamp)
    #expect(Timestamp(Date.distantFuture) == nil)
    #expect(Timestamp(Date(timeIntervalSince1970: -0.5))?.nanosecondsSince1970 == -500_000_000)
  }

  @Test("A UUID is its text in lower case, also as a key") func uuids() throws {
    let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    let text = "\"e621e1f8-c36c-495a-93fc-0c247a3e6e5f\""
    #expect(JSON.string(id) == text)
    #expect(try read(text, as: UUID.self) == id)
    #expect(try read(text.uppercased(), as: UUID.self) == id)
    #expect(UUID(UniqueID(id)) == id)
    #expect(JSON.string([id: 1]) == "{\(text):1}")
    #expect(try read("{\(text):1}", as: [UUID: Int].self) == [id: 1])
    #expect(message("\"e621\"", as: UUID.self) == "\"e621\" where a UUID is expected (byte 0)")
  }

  @Test("Data is Base64") func data() throws {
    #expect(JSON.string(Data([0, 255, 62])) == "\"AP8+\"")
    #expect(try read("\"AP8+\"", as: Data.self) == Data([0, 255, 62]))
    #expect(try read("\"\"", as: Data.self) == Data())
    for wrong in ["AP8", "A P8", "AP8-", "!", "====", "AP8+====", "AB=="] {
      #expect(message("\"\(wrong)\"", as: Data.self) == "\"\(wrong)\" where Base64 with padding is expected (byte 0)")
    }
  }

  @Test("A URL is its text") func urls() throws {
    let text = "\"https://example.org/a%20b?c=d#e\""
    #expect(JSON.string(try read(text, as: URL.self)) == text)
    #expect(message("\"\"", as: URL.self) == "\"\" where a URL is expected (byte 0)")
    #expect(message("\"a b\"", as: URL.self) == "\"a b\" where a URL is expected (byte 0)")
  }

  @Test("A decimal number keeps its digits") func decimals() throws {
    let text = "\"-12345678901234567890.123456789012345678\""
    #expect(JSON.string(try read(text, as: Decimal.self)) == text)
    #expect(try read("0.1", as: Decimal.self) == Decimal(string: "0.1"))
    #expect(try read("1.5e3", as: Decimal.self) == 1500)
    #expect(JSON.string(try read("\"NaN\"", as: Decimal.self)) == "\"NaN\"")
    for number in [Decimal.greatestFiniteMagnitude, -Decimal.leastNonzeroMagnitude, 1 / Decimal(9)] {
      #expect(try read(JSON.string(number), as: Decimal.self) == number)
    }
    let wrongs = [
      "\"12abc\"", "\"\"", "\" 1\"", "\"1 \"", "\"1,5\"", "\"1e999\"", "1e999",
      "\"\(String(repeating: "7", count: 39))\"",
    ]
    for wrong in wrongs {
      #expect(
        message(wrong, as: Decimal.self) == "\(wrong) where a decimal number of at most 38 digits is expected (byte 0)")
    }
    #expect(message("true", as: Decimal.self) == "a boolean where a string is expected (byte 0)")
  }

  @Test("An index set is an array of indices") func indexSets() throws {
    #expect(JSON.string(IndexSet([5, 1, 2])) == "[1,2,5]")
    #expect(try read("[5,1,2,1]", as: IndexSet.self) == IndexSet([1, 2, 5]))
    #expect(message("[1,-1]", as: IndexSet.self) == "-1 is no index: indices begin with 0 (byte 3)")
    #expect(message("[\(Int.max)]", as: IndexSet.self)?.contains("is no index") == true)
    var writer = JSONWriter()
    IndexSet(integersIn: 0..<Int.max).writeJSON(to: &writer)
    #expect(writer.failure?.contains("1000000") == true)
  }

  @Test("They are properties of states and payloads of actions") func inAState() async throws {
    let store = Store(initialState: Document.State(), reducer: Document())
    let edited = Date(timeIntervalSince1970: 1)
    let seen = Mutex<[Date?]>([])
    let subscription = store.observe(\.edited) { date in seen.withLock { $0.append(date) } }
    store.send(.edit(at: edited))
    #expect(seen.withLock(\.self) == [nil, edited])
    subscription.cancel()
    #expect(
      JSON.string(store.state) == """
        {"id":"00000000-0000-0000-0000-000000000000","edited":"1970-01-01T00:00:01Z","thumbnail":"","source":null,\
        "price":"0","selected":[]}
        """)
    let action: Document.Action = try read("{\"edit\":{\"at\":\"1970-01-01T00:00:01Z\"}}")
    #expect(action == .edit(at: edited))
  }
}

private struct Document: Reducer {
  @ObservableState struct State: Equatable {
    var id = UUID(UniqueID(0))
    var edited: Date?
    var thumbnail = Data()
    var source: URL?
    var price: Decimal = 0
    var selected = IndexSet()
  }

  @Action enum Action: Equatable { case edit(at: Date) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .edit(let date): state.edited = date
    }
    return .none
  }
}
