// The forms that an action for an element can have.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Actions of elements") struct ForEachActionTests {
  struct Item: Equatable, Identifiable, Sendable {
    let id: String
    var count = 0
  }
  struct State: Equatable, Sendable { var items: IdentifiedArrayOf<Item> = [Item(id: "a"), Item(id: "b")] }

  /// Adds a number, and then one more by an effect.
  static func item(item: inout Item, number: Int) -> Effect<Int> {
    item.count += number
    return number > 1 ? .send(1) : .none
  }

  static func counts<Action>(_ reducer: some Reducer<State, Action>, _ action: Action) -> [Int] {
    let store = Store(initialState: State(), reducer: reducer.eraseToReduce())
    store.send(action)
    return store.items.map(\.count)
  }

  @Action enum Cases {
    case labelled(id: String, action: Int)
    case plain(String, Int)
    case identified(IdentifiedAction<String, Int>)
  }

  @Test("A case of an @Action enum: labelled, without labels, IdentifiedAction") func cases() {
    #expect(
      Self.counts(
        EmptyReducer().forEach(\.items, action: \.labelled) { Reduce(Self.item) }, Cases.labelled(id: "b", action: 5))
        == [0, 6])
    #expect(
      Self.counts(EmptyReducer().forEach(\.items, action: \.plain) { Reduce(Self.item) }, Cases.plain("a", 5)) == [
        6, 0,
      ])
    #expect(
      Self.counts(
        EmptyReducer().forEach(\.items, action: \.identified) { Reduce(Self.item) },
        Cases.identified(.element(id: "b", action: 5))) == [0, 6])
    #expect(
      Self.counts(
        EmptyReducer().forEach(\.items, action: \.plain) { Reduce(Self.item) }, Cases.labelled(id: "a", action: 5)) == [
          0, 0,
        ])
  }

  enum Written: Sendable {
    case labelled(id: String, action: Int)
    case plain(String, Int)
    case identified(IdentifiedAction<String, Int>)

    var labelled: (id: String, action: Int)? {
      get { if case .labelled(let id, let action) = self { (id, action) } else { nil } }
      set { if let newValue, labelled != nil { self = .labelled(id: newValue.id, action: newValue.action) } }
    }
    var plain: (String, Int)? {
      get { if case .plain(let id, let action) = self { (id, action) } else { nil } }
      set { if let newValue, plain != nil { self = .plain(newValue.0, newValue.1) } }
    }
    var identified: IdentifiedAction<String, Int>? {
      get { if case .identified(let action) = self { action } else { nil } }
      set { if let newValue, identified != nil { self = .identified(newValue) } }
    }
  }

  @Test("A property that somebody wrote, of the same three types") func properties() {
    #expect(
      Self.counts(
        EmptyReducer().forEach(\.items, action: \.labelled) { Reduce(Self.item) }, Written.labelled(id: "b", action: 5))
        == [0, 6])
    #expect(
      Self.counts(EmptyReducer().forEach(\.items, action: \.plain) { Reduce(Self.item) }, Written.plain("a", 5)) == [
        6, 0,
      ])
    #expect(
      Self.counts(
        EmptyReducer().forEach(\.items, action: \.identified) { Reduce(Self.item) },
        Written.identified(.element(id: "b", action: 5))) == [0, 6])
  }

  // MARK: IdentifiedAction

  typealias Identified = IdentifiedAction<Int, Ticker.Action>

  @Test("IdentifiedAction has a JSON form, the ones of other enums included, and case paths") func json() throws {
    let action = Identified.element(id: 7, action: .tick)
    #expect(JSON.string(action) == #"{"element":{"id":7,"action":{"tick":{}}}}"#)
    for text in [
      #"{"element":{"id":7,"action":{"tick":{}}}}"#, #"{"element":{"action":"tick","id":7}}"#,
      #"{"type":"element","payload":{"id":7,"action":"tick"}}"#,
    ] {
      #expect(try JSON.decode(Identified.self, from: text) == action)
    }
    #expect(throws: JSONError.self) { try JSON.decode(Identified.self, from: #"{"element":{"id":7}}"#) }
    #expect(throws: JSONError.self) { try JSON.decode(Identified.self, from: #"{"other":{}}"#) }
    #expect(throws: JSONError.self) {
      try JSON.decode(Identified.self, from: #"{"element":{"id":7,"action":"tick","x":1}}"#)
    }
    #expect(action[case: \.element]?.id == 7)
    #expect(Identified.caseNames == [action.caseName])
  }

  @Test("Its JSON is reached by pointers, and described by a schema") func pointers() throws {
    let action = Identified.element(id: 7, action: .tick)
    for (pointer, text) in [
      ("", JSON.string(action)), ("/element", #"{"id":7,"action":{"tick":{}}}"#), ("/element/id", "7"),
      ("/element/action", #"{"tick":{}}"#), ("/element/action/tick", "{}"),
    ] {
      let path = try JSONPath(pointer: pointer)
      #expect(Identified.jsonAllows(path))
      #expect(JSON.string(action, at: path) == text)
    }
    for pointer in ["/other", "/element/other", "/element/id/0", "/element/action/other"] {
      let path = try JSONPath(pointer: pointer)
      #expect(!Identified.jsonAllows(path))
      #expect(JSON.string(action, at: path) == nil)
    }
    #expect(JSONSchemaBuilder.document(of: Identified.self).contains(#""element""#))
  }
}
