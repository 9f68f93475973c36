// The JSON form that a Codable type gets from its Codable implementation.
import Enfold
import EnfoldFoundation
import Foundation
import Synchronization
import Testing

@Suite("CodableJSON") struct CodableJSONTests {
  private let contact = Contact(
    name: "Ann \"A\" Lee/", born: Date(timeIntervalSince1970: 0.5), weight: .infinity,
    addresses: [.init(city: "Rome", tags: []), .init(city: "Oslo", tags: ["home"])])
  private let text = #"""
    {"addresses":[{"city":"Rome","tags":[]},{"city":"Oslo","tags":["home"]}],"born":"1970-01-01T00:00:00.5Z",\#
    "name":"Ann \"A\" Lee/","weight":"Infinity"}
    """#

  @Test("It is what its Codable implementation writes, with sorted keys, and is read again") func roundTrip() throws {
    #expect(JSON.string(contact) == text)
    #expect(try JSON.decode(Contact.self, from: text) == contact)
  }

  @Test("Pointers lead into it") func pointers() throws {
    #expect(JSON.string(contact, at: try JSONPath(pointer: "/addresses/1/tags")) == "[\"home\"]")
    #expect(JSON.string(contact, at: try JSONPath(pointer: "/addresses/city=Oslo/tags/0")) == "\"home\"")
    #expect(JSON.string(contact, at: try JSONPath(pointer: "/addresses/2")) == nil)
  }

  @Test(
    "What does not fit is refused at the value that is wrong",
    arguments: [
      (#"[{"name":"x","addresses":[{"city":5,"tags":[]}],"born":"1970-01-01T00:00:00Z","weight":1}]"#, "5,", "String"),
      (
        #"[{"name":"x","addresses":[{"tags":[]}],"born":"1970-01-01T00:00:00Z","weight":1}]"#, #"{"tags"#,
        "missing key \"city\""
      ),
      (#"[{"name":"x","addresses":[],"born":"soon","weight":1}]"#, #""soon""#, "RFC 3339"),
      (#"[{"name":null,"addresses":[],"born":"1970-01-01T00:00:00Z","weight":1}]"#, "null", "String"),
    ])
  func errors(text: String, place: String, part: String) throws {
    let offset = text.utf8.distance(from: text.startIndex, to: try #require(text.firstRange(of: place)).lowerBound)
    let error = #expect(throws: JSONError.self) { try JSON.decode([Contact].self, from: text) }
    #expect(error?.code == .mismatch)
    #expect(error?.offset == offset)
    #expect(error?.message.contains(part) == true)
  }

  @Test("What is no JSON is a syntax error") func syntax() {
    let error = #expect(throws: JSONError.self) { try JSON.decode(Contact.self, from: "{\"name\":]") }
    #expect(error?.code == .syntax)
  }

  @Test("A value that its Codable implementation cannot write fails") func unwritable() {
    var writer = JSONWriter()
    var contact = contact
    contact.born = Date(timeIntervalSinceReferenceDate: 1e15)
    contact.writeJSON(to: &writer)
    #expect(writer.string == "null")
    #expect(writer.failure?.contains("Contact could not be written: the date is in no year") == true)
  }

  @Test("It is a property of a state, told as a whole") func inAState() async {
    let store = Store(initialState: Book.State(), reducer: Book())
    let names = Mutex<[String]>([])
    let subscription = store.observe(\.owner) { owner in names.withLock { $0.append(owner.name) } }
    store.send(.rename("Ben"))
    store.send(.rename("Ben"))
    #expect(names.withLock(\.self) == ["Ann", "Ben"])
    subscription.cancel()
    #expect(JSON.string(store.state).hasPrefix("{\"owner\":{\"addresses\":[]"))
  }
}

/// A plain struct, as another package may have it.
private struct Contact: Codable, Equatable {
  struct Address: Codable, Equatable {
    var city: String
    var tags: [String]
  }

  var name: String
  var born: Date
  var weight: Double
  var addresses: [Address]
}

extension Contact: CodableJSON {}

private struct Book: Reducer {
  @ObservableState struct State: Equatable {
    var owner = Contact(name: "Ann", born: Date(timeIntervalSince1970: 0), weight: 1, addresses: [])
  }

  @Action enum Action { case rename(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .rename(let name): state.owner.name = name
    }
    return .none
  }
}
