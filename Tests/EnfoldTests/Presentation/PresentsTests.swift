// @Presents: a property that is as a plain optional one, on the heap.
import EnfoldTesting
import Foundation
import Testing

@testable import Enfold

@Suite("@Presents") struct PresentsTests {
  /// The same with a plain property, for comparison.
  @ObservableState struct Bare: Equatable, Codable {
    var title = ""
    var child: Child?
  }
  @ObservableState struct Boxed: Equatable, Codable {
    var title = ""
    @Presents var child: Child?
  }
  @ObservableState struct Child: Equatable, Hashable, Codable {
    var name = ""
    var count = 0
  }

  static let texts = [
    #"{"title":"a","child":null}"#, #"{"title":"a","child":{"name":"b","count":1}}"#, #"{"title":"a"}"#, #"{}"#,
  ]

  @Test("Its JSON is that of a plain optional", arguments: texts) func json(text: String) throws {
    let plain = try JSON.decode(Bare.self, from: text)
    let boxed = try JSON.decode(Boxed.self, from: text)
    #expect(boxed.child == plain.child && boxed.title == plain.title)
    #expect(JSON.string(boxed) == JSON.string(plain))
  }

  @Test("Its Codable form is that of a plain optional", arguments: texts.prefix(3)) func codable(text: String) throws {
    func encode(_ value: some Encodable) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    let plain = try JSONDecoder().decode(Bare.self, from: Data(text.utf8))
    let boxed = try JSONDecoder().decode(Boxed.self, from: Data(text.utf8))
    #expect(boxed.child == plain.child)
    #expect(try encode(boxed) == encode(plain))
  }

  @Test("Its schema is that of a plain optional") func schema() {
    func schema<T: JSONDescribable>(_ type: T.Type) -> String {
      JSONSchemaBuilder.document(of: T.self).replacing("Boxed", with: "Bare")
    }
    #expect(schema(Boxed.self) == schema(Bare.self))
  }

  @Test("Values are equal by what they contain, and copies do not change each other") func values() {
    var first = Boxed(child: Child(name: "a"))
    var second = first
    #expect(first == second)
    second.child?.name = "b"
    #expect(first != second && first.child?.name == "a")
    second.$child.wrappedValue?.name = "a"
    #expect(first == second)
    second.child = nil
    #expect(first != second && second.child == nil)
    first.$child = second.$child
    #expect(first == second)
    second.child = Child()
    second.child?.count += 1
    #expect(second.child?.count == 1)
    #expect(Set([first.$child, second.$child, first.$child]).count == 2)
    #expect("\(Boxed())" == "\(Bare())".replacing("Bare", with: "Boxed"))
    #expect("\(second)" == "\(Bare(child: Child(count: 1)))".replacing("Bare", with: "Boxed"))
  }

  @Test("A copy is equal without a look inside, as long as nobody has written it") func copies() {
    let comparisons = Log<String>()
    let one = PresentationState(wrappedValue: Compared(log: comparisons))
    var copy = one
    #expect(one == copy && comparisons.all == [])
    copy.wrappedValue = Compared(log: comparisons)
    #expect(one == copy && comparisons.all == ["compared"])
  }

  /// Tells when it is compared.
  struct Compared: Equatable {
    let log: Log<String>
    static func == (one: Self, _: Self) -> Bool {
      one.log.append("compared")
      return true
    }
  }

  @ObservableState struct State: Equatable {
    @Presents var first: Child?
    @Presents var second: Child? = Child(name: "b")
    @Presents var third: Optional<Child>
    init() {}
  }
  @ObservableState struct Memberwise: Equatable {
    @Presents var first: Child?
    let id: Int
  }

  @Test("A property has a default value, and one in the initialiser") func initialisers() {
    #expect(State().first == nil && State().second == Child(name: "b") && State().third == nil)
    #expect(Memberwise(first: Child(), id: 1).first == Child() && Memberwise(id: 1).first == nil)
  }

  private enum Change: Sendable { case name(Int), count(Int), replace(Int), take, same, title(Int), swap(Int) }

  private static func reduce<State>(
    _ state: inout State, _ change: Change, _ child: WritableKeyPath<State, Child?>,
    _ title: WritableKeyPath<State, String>
  ) {
    switch change {
    case .name(let value): state[keyPath: child]?.name = "\(value)"
    case .count(let value): state[keyPath: child]?.count = value
    case .replace(let value): state[keyPath: child] = Child(count: value)
    case .take: state[keyPath: child] = nil
    case .same: state[keyPath: child] = state[keyPath: child]
    case .title(let value): state[keyPath: title] = "\(value)"
    case .swap(let value):
      var copy = state[keyPath: child] ?? Child()
      copy.count = value
      state[keyPath: child] = copy
    }
  }

  private static func changes(_ seed: Int) -> [Change] {
    var random = SeededGenerator(seed: UInt64(seed))
    return (0..<60).map { _ in
      let value = Int.random(in: 0..<3, using: &random)
      let changes: [Change] = [.name(value), .count(value), .replace(value), .take, .same, .title(value), .swap(value)]
      return changes[Int.random(in: 0..<changes.count, using: &random)]
    }
  }

  @Test("Observers see what they see of a plain optional", arguments: 0..<30) func observers(seed: Int) {
    let plain = Store<Bare, Change>(initialState: Bare()) { state, change in
      Self.reduce(&state, change, \.child, \.title)
      return .none
    }
    let boxed = Store<Boxed, Change>(initialState: Boxed()) { state, change in
      Self.reduce(&state, change, \.child, \.title)
      return .none
    }
    let logs = (Log<String>(), Log<String>())
    let subscriptions = [
      plain.observe(\.child) { logs.0.append("child \(String(describing: $0))") },
      plain.observe(\.child?.count) { logs.0.append("count \(String(describing: $0))") },
      plain.observe(\.title) { logs.0.append("title \($0)") },
      boxed.observe(\.child) { logs.1.append("child \(String(describing: $0))") },
      boxed.observe(\.child?.count) { logs.1.append("count \(String(describing: $0))") },
      boxed.observe(\.title) { logs.1.append("title \($0)") },
    ]
    for change in Self.changes(seed) {
      plain.send(change)
      boxed.send(change)
      #expect(boxed.state.child == plain.state.child)
    }
    #expect(logs.0.all == logs.1.all)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("Patches are those of a plain optional", arguments: 0..<30) func patches(seed: Int) throws {
    let (plain, boxed) = (PatchedStore(Bare()), PatchedStore(Boxed()))
    let pointers = ["", "/child", "/child/count", "/title"]
    for pointer in pointers {
      try plain.observe(pointer)
      try boxed.observe(pointer)
    }
    for change in Self.changes(seed) {
      let expected = plain.edits { Self.reduce(&$0, change, \.child, \.title) }
      #expect(boxed.edits { Self.reduce(&$0, change, \.child, \.title) } == expected)
    }
  }

  @Test("A state may contain itself") func recursive() throws {
    var state = Note.State(text: "outer", note: Note.State(text: "inner"))
    state.note?.note = Note.State(text: "innermost")
    #expect(state.note?.note?.text == "innermost")
    let text = JSON.string(state)
    #expect(
      text.contains(#""note":{"id":0,"text":"inner","ticks":0,"wasPresented":null,"note":{"id":0,"text":"innermost""#))
    #expect(try JSON.decode(Note.State.self, from: text) == state)
    #expect(Note.State.jsonAllows(try JSONPath(pointer: "/note/note/note/text")))
    var builder = JSONSchemaBuilder()
    _ = Note.State.jsonSchema(in: &builder)
    #expect(!Note.State.hasShared)
  }

  @Test("Observers of a state inside itself are told") func recursiveObservers() {
    let store = Wall.store(Wall.State(note: Note.State(note: Note.State())))
    let log = Log<String>()
    let subscriptions = [
      store.observe(\.note?.text) { log.append("outer \($0 ?? "nil")") },
      store.observe(\.note?.note?.text) { log.append("inner \($0 ?? "nil")") },
    ]
    store.send(.note(.presented(.note(.presented(.write("a"))))))
    store.send(.note(.presented(.write("b"))))
    store.send(.note(.dismiss))
    #expect(log.all == ["outer ", "inner ", "inner a", "outer b", "outer nil", "inner nil"])
    for subscription in subscriptions { subscription.cancel() }
  }
}

@Suite("PresentationAction") struct PresentationActionTests {
  @Test(
    "Its JSON has one form, and is read in others, too",
    arguments: [
      (
        Wall.Action.note(.dismiss), #"{"note":{"dismiss":{}}}"#,
        [#"{"note":"dismiss"}"#, #"{"note":{"dismiss":null}}"#]
      ),
      (
        .note(.presented(.write("x"))), #"{"note":{"presented":{"write":"x"}}}"#,
        [#"{"note":{"type":"presented","payload":{"write":"x"}}}"#, #"{"note":{"presented":{"_0":{"write":"x"}}}}"#]
      ),
      (.note(.presented(.close)), #"{"note":{"presented":{"close":{}}}}"#, [#"{"note":{"presented":"close"}}"#]),
      (.note(.presented(.note(.dismiss))), #"{"note":{"presented":{"note":{"dismiss":{}}}}}"#, []),
    ])
  func json(action: Wall.Action, text: String, others: [String]) throws {
    #expect(JSON.string(action) == text)
    for text in [text] + others { #expect(try JSON.decode(Wall.Action.self, from: text) == action) }
    #expect(action.hasSameJSON(as: action) && !action.hasSameJSON(as: .note(.presented(.tick))))
  }

  @Test("What is neither is refused, with the names that exist") func refused() {
    for (text, message) in [
      (#"{"note":{"show":{}}}"#, #"unknown action "show"; known: dismiss, presented"#),
      (#"{"note":{"presented":"show"}}"#, #"unknown action "show""#),
      (#"{"note":{}}"#, "known: dismiss, presented"),
    ] {
      do throws(JSONError) {
        _ = try JSON.decode(Wall.Action.self, from: text)
        Issue.record("\(text) was read")
      } catch { #expect(error.message.contains(message), "\(error.message)") }
    }
  }

  @Test("Paths lead to both cases and into the child's action") func paths() {
    #expect(Wall.Action.note(.dismiss).is(\.note.dismiss))
    #expect(!Wall.Action.note(.dismiss).is(\.note.presented))
    #expect(Wall.Action.note(.presented(.write("a")))[case: \.note.presented.write] == "a")
    #expect(Wall.Action.note(.presented(.write("a")))[case: \.note.write] == "a")
    #expect(PresentationAction<Note.Action>.caseNames == ["dismiss", "presented"])
    #expect(PresentationAction<Note.Action>.dismiss.caseName == "dismiss")
    #expect(Wall.Action.jsonAllows(try! JSONPath(pointer: "/note/presented/note/dismiss")))
    #expect(!Wall.Action.jsonAllows(try! JSONPath(pointer: "/note/dismiss/x")))
  }
}
