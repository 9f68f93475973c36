// @Redacted at work: the schema has the mark at the place, and nothing else is changed.
import Enfold
import Testing

@ObservableState private struct Card: Equatable, Identifiable {
  let id: Int
  var name = ""
  @Redacted var number = ""
}

@Action private enum Proof: Equatable {
  case none
  @Redacted case code(Int)
}

@ObservableState private struct Account: Equatable {
  var user = ""
  @Redacted var token: String?
  @Redacted @Pulse var pins: [Int] = []
  @Redacted var main = Card(id: 0)
  var spare = Card(id: 1)
  var cards: IdentifiedArrayOf<Card> = []
  var proof = Proof.none
  @Redacted @Derived var hint: String { String(token?.prefix(1) ?? "") }
}

@ObservableState private struct Pins: Equatable {
  @Redacted @Bindable var first = ""
  @Bindable @Redacted var second = ""
}

@Action private enum Entry: Equatable {
  case logout
  @Redacted case paste(String)
  @Redacted case use(Card)
  case show(Card)
  @Redacted case pair(Int, Int)
  @Redacted("password", "pin") case login(user: String, password: String, pin: Int? = nil)
  @Redacted("_1") case move(Int, Int)
  @Redacted case join(user: String, password: String)
}

// The same without marks.
private enum Plain {
  @ObservableState struct Card: Equatable, Identifiable {
    let id: Int
    var name = ""
    var number = ""
  }

  @Action enum Entry: Equatable {
    case paste(String)
    case login(user: String, password: String)
  }
}

private enum Marked {
  @ObservableState struct Card: Equatable, Identifiable {
    let id: Int
    var name = ""
    @Redacted var number = ""
  }

  @Action enum Entry: Equatable {
    @Redacted case paste(String)
    @Redacted("password") case login(user: String, password: String)
  }
}

@Suite("@Redacted: schema")
struct RedactedTests {
  private let mark = #""x-enfold-redacted":true"#

  /// The schemas of the properties of a definition.
  private func properties(of definition: JSONValue?) -> JSONValue? { definition?["properties"] }

  private func document<T: JSONCodable>(_ type: T.Type) throws -> JSONValue {
    try JSONValue(parsing: JSONSchemaBuilder.document(of: type))
  }

  /// The schema of the values of a case.
  private func payload(_ name: String, in definition: JSONValue?) -> JSONValue? {
    guard case .array(let cases)? = definition?["oneOf"] else { return nil }
    return cases.lazy.compactMap { $0["properties"]?[name] }.first
  }

  private func isMarked(_ schema: JSONValue?) -> Bool { schema?["x-enfold-redacted"] == true }

  @Test("Properties are marked, of any kind and type")
  func state() throws {
    let account = properties(of: try document(Account.self)["$defs"]?["Account"])
    let marked = ["user", "token", "pins", "main", "spare", "cards", "proof", "hint"].filter { isMarked(account?[$0]) }
    #expect(marked == ["token", "pins", "main", "hint"])
    #expect(account?["hint"]?["readOnly"] == true)
  }

  @Test("What hosts may write is marked, too")
  func bindable() {
    let schema = JSONSchemaBuilder.document(of: Pins.self)
    #expect(schema.split(separator: "\"x-enfold-redacted\":true", omittingEmptySubsequences: false).count == 3)
  }

  @Test("The mark stands beside a reference, and not in the definition")
  func references() throws {
    let document = try document(Account.self)
    let account = properties(of: document["$defs"]?["Account"])
    #expect(account?["main"].map { JSON.string($0) } == ##"{"$ref":"#/$defs/Card",\##(mark)}"##)
    #expect(account?["spare"].map { JSON.string($0) } == ##"{"$ref":"#/$defs/Card"}"##)
    #expect(!isMarked(document["$defs"]?["Card"]))
  }

  @Test("Structs and enums inside have marks of their own, also those of elements and values")
  func nested() throws {
    let document = try document(Account.self)
    let card = properties(of: document["$defs"]?["Card"])
    #expect(isMarked(card?["number"]) && !isMarked(card?["name"]))
    #expect(isMarked(payload("code", in: document["$defs"]?["Proof"])))
    let entry = try self.document(Entry.self)
    #expect(isMarked(properties(of: entry["$defs"]?["Card"])?["number"]))
  }

  @Test("All values of a case are marked, or those that are named")
  func cases() throws {
    let entry = try document(Entry.self)["$defs"]?["Entry"]
    let whole = ["logout", "paste", "use", "show", "pair", "login", "move", "join"].filter {
      isMarked(payload($0, in: entry))
    }
    #expect(whole == ["paste", "use", "pair", "join"])
    #expect(payload("use", in: entry).map { JSON.string($0) } == ##"{"$ref":"#/$defs/Card",\##(mark)}"##)
    let login = properties(of: payload("login", in: entry))
    #expect(["user", "password", "pin"].filter { isMarked(login?[$0]) } == ["password", "pin"])
    guard case .array(let move)? = payload("move", in: entry)?["prefixItems"] else {
      Issue.record("no prefixItems")
      return
    }
    #expect(move.map { isMarked($0) } == [false, true])
  }

  @Test("Without its keyword, the schema is that of the same type without marks")
  func nothingElseInTheSchema() {
    func unmarked(_ text: String) -> String { text.replacing("," + mark, with: "") }
    let state = JSONSchemaBuilder.document(of: Marked.Card.self)
    #expect(state.ranges(of: mark).count == 1)
    #expect(unmarked(state) == JSONSchemaBuilder.document(of: Plain.Card.self))
    let action = JSONSchemaBuilder.document(of: Marked.Entry.self)
    #expect(action.ranges(of: mark).count == 2)
    #expect(unmarked(action) == JSONSchemaBuilder.document(of: Plain.Entry.self))
  }

  @Test("JSON, equality and layout are as they are without marks")
  func nothingElse() throws {
    let card = Marked.Card(id: 1, name: "a", number: "4711")
    #expect(JSON.string(card) == #"{"id":1,"name":"a","number":"4711"}"#)
    #expect(try JSON.decode(Marked.Card.self, from: JSON.string(card)) == card)
    #expect(card != Marked.Card(id: 1, name: "a", number: "4712"))
    #expect(MemoryLayout<Marked.Card>.size == MemoryLayout<Plain.Card>.size)
    #expect(MemoryLayout<Marked.Entry>.size == MemoryLayout<Plain.Entry>.size)
    let login = Marked.Entry.login(user: "ada", password: "secret")
    #expect(JSON.string(login) == #"{"login":{"user":"ada","password":"secret"}}"#)
    #expect(try JSON.decode(Marked.Entry.self, from: JSON.string(login)) == login)
    #expect(login.login?.password == "secret")
  }
}
