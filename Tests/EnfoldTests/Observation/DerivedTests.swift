// @Derived: computed properties that are part of the state.
import Enfold
import Testing

@Suite("Derived properties") struct DerivedTests {
  let store = MailboxStore.mailbox()

  // MARK: JSON

  @Test("They are in JSON behind the stored properties, in the order of declaration")
  func json() {
    #expect(
      JSON.string(Mailbox.Message(id: 7, text: "longer")) == #"{"id":7,"text":"longer","isRead":false,"isLong":true}"#)
    guard case .object(let object) = JSONValue(encoding: store.state) else { return }
    #expect(object.members.map(\.key).suffix(6) == ["unread", "fahrenheit", "heading", "counter", "first", "hasAlert"])
    #expect(JSON.string(store.state, at: JSONPath(tokens: ["first", "text"])) == #""one""#)
  }

  @Test("Reading accepts their keys and ignores their values, which may be anything")
  func reading() throws {
    let text = #"{"isLong":[1],"id":7,"text":"longer"}"#
    let message = try JSON.decode(Mailbox.Message.self, from: text)
    #expect(message == Mailbox.Message(id: 7, text: "longer") && message.isLong)
    let state = try JSON.decode(Mailbox.State.self, from: #"{"celsius":0,"fahrenheit":1000}"#)
    #expect(state.fahrenheit == 32)
    #expect(refusal(#"{"id":7,"isShort":true}"#, as: Mailbox.Message.self) != nil)
  }

  @Test("The schema says which of them nobody can write")
  func schema() throws {
    let document = try JSONValue(parsing: JSONSchemaBuilder.document(of: Mailbox.State.self))
    let properties = document["$defs"]?["State"]?["properties"]
    let readOnly = ["unread", "fahrenheit", "heading", "counter", "first", "hasAlert", "title"].filter {
      properties?[$0]?["readOnly"] == true
    }
    #expect(readOnly == ["unread", "first", "hasAlert"])
    #expect(Mailbox.State.jsonAllows(JSONPath(tokens: ["counter", "count"])))
    #expect(!Mailbox.State.jsonAllows(JSONPath(tokens: ["unread", "count"])))
  }

  @Test("What is shown and compared is stored")
  func shown() {
    let labels = Mirror(reflecting: Mailbox.Message(id: 1)).children.compactMap(\.label)
    #expect(labels == ["id", "text", "isRead"])
  }

  // MARK: Observing

  @Test("An observer is told if the value differs, whatever it was computed from")
  func distinct() {
    let seen = Log<Int>()
    let subscription = store.observe(\.unread) { seen.append($0) }
    store.edit { $0.messages[id: 2]?.text = "other" }
    store.edit { $0.messages[id: 2]?.isRead = true }
    store.edit { $0.messages.append(Mailbox.Message(id: 4)) }
    store.edit { $0.messages.removeAll() }
    store.edit { $0 = Mailbox.State(messages: [Mailbox.Message(id: 5)]) }
    #expect(seen.all == [2, 1, 2, 0, 1])
    subscription.cancel()
  }

  @Test("It is computed if its own struct was written and somebody observes it, and only then")
  func computations() {
    let computations = store.computations
    store.edit { $0.messages[id: 2]?.isRead = true }
    #expect(computations.count == 0)
    let title = store.observe(\.title, initial: false) { _ in }
    let child = store.observe(\.child.initial, initial: false) { _ in }
    store.edit { $0.title = "x" }
    store.edit { $0.child.name = "x" }
    #expect(computations.count == 0)
    let subscription = store.observe(\.unread) { _ in }
    #expect(computations.count == 1)
    store.edit { $0.title = "y" }
    #expect(computations.count == 2)
    store.edit { $0.title = "y" }
    store.edit { $0.computations = computations }
    #expect(computations.count == 2)
    subscription.cancel()
    store.edit { $0.title = "z" }
    #expect(computations.count == 2)
    withExtendedLifetime((title, child)) {}
  }

  @Test("Those of nested states and of elements are computed from these alone, and told by key path")
  func nested() {
    let seen = Log<String>()
    let subscriptions = [
      store.observe(\.child.initial, initial: false) { seen.append("child \($0)") },
      store.observe(\.maybe?.initial, initial: false) { seen.append("maybe \($0 ?? "nil")") },
      store.observe(\.messages[id: 2]?.isLong, initial: false) { seen.append("2 \($0.map { "\($0)" } ?? "nil")") },
    ]
    store.edit { $0.child.name = "Ada" }
    store.edit { $0.child.name = "Anna" }
    store.edit { $0.maybe = Mailbox.Child(name: "Grace") }
    store.edit { $0.maybe?.name = "Emmy" }
    store.edit { $0.messages[id: 2]?.text = "longer" }
    store.edit { $0.messages.move(from: 1, to: 0) }
    store.edit { $0.messages.remove(id: 2) }
    #expect(seen.all == ["child A", "maybe G", "maybe E", "2 true", "2 nil"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("What is inside their values can be observed, though it was written somewhere else")
  func inside() {
    let seen = Log<String>()
    let subscriptions = [
      store.observe(\.counter.count, initial: false) { seen.append("count \($0)") },
      store.observe(\.first?.text, initial: false) { seen.append("first \($0 ?? "nil")") },
      store.observe(\.hasAlert, initial: false) { seen.append("alert \($0)") },
    ]
    store.edit { $0.count = 3 }
    store.edit { $0.messages.move(from: 2, to: 0) }
    store.edit { $0.messages[id: 3]?.text = "3" }
    store.edit { $0.alert = "!" }
    store.edit { $0.alert = "?" }
    #expect(seen.all == ["count 3", "first three", "first 3", "alert true"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("One of the type of its own state can be observed")
  func recursive() {
    let store = Store<Chain, Int>(initialState: Chain(values: [1, 2])) {
      Reduce { state, value in
        state.values.append(value)
        return .none
      }
    }
    let seen = Log<[Int]>()
    let subscription = store.observe(\.rest?.rest?.values, initial: false) { seen.append($0 ?? []) }
    store.send(3)
    #expect(seen.all == [[3]])
    #expect(
      JSON.string(store.state)
        == #"{"values":[1,2,3],"rest":{"values":[2,3],"rest":{"values":[3],"rest":{"values":[],"rest":null}}}}"#)
    subscription.cancel()
  }

  // MARK: Writing

  @Test("One with a setter is written by set, and through scopes and reducers")
  func writing() {
    let seen = Log<Double>()
    let subscription = store.observe(\.celsius, initial: false) { seen.append($0) }
    store.set(\.fahrenheit, to: 212)
    store.scope(state: \.fahrenheit, action: \.self).set(\.self, to: 32)
    #expect(seen.all == [100, 0])
    let revision = store.revision
    store.set(\.fahrenheit, to: 32)
    #expect(store.revision == revision)
    subscription.cancel()
  }

  @Test("A feature runs in a derived state, and its writes go to the properties it was made of")
  func scope() {
    let counter = store.scope(state: \.counter, action: \.counter)
    let seen = Log<Int>()
    let subscription = counter.observe(\.count) { seen.append($0) }
    counter.send(.increment)
    counter.set(\.count, to: 5)
    store.edit { $0.count = 6 }
    #expect(seen.all == [0, 1, 5, 6])
    #expect(store.count == 6 && counter.title == "inbox")
    subscription.cancel()
  }
}

/// A state that contains states of its own type, because they are computed.
@ObservableState private struct Chain: Equatable {
  var values: [Int] = []
  @Derived var rest: Chain? { values.isEmpty ? nil : Chain(values: Array(values.dropFirst())) }
}
