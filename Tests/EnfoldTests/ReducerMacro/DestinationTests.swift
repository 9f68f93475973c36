// @Reducer enums in stores: what each kind of case does, and what hosts see of it.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("@Reducer enums") struct DestinationTests {
  // MARK: Features

  @Test("The feature of the case reduces, and then the parent") func feature() {
    let store = Bureau.store(.draft(Draft.State()))
    store.send(.destination(.presented(.draft(.setText("a")))))
    #expect(store.state.destination == .draft(Draft.State(text: "a")))
    #expect(store.state.log == ["draft"])
    store.send(.destination(.presented(.draft(.ask))))
    #expect(store.state.destination?.draft?.wasPresented == true)
  }

  @Test("A default says how the reducer of a case is made") func defaults() {
    let store = Bureau.store(.gauge(Gauge.State()))
    for _ in 1...3 { store.send(.destination(.presented(.gauge(.rise)))) }
    #expect(store.state.destination == .gauge(Gauge.State(level: 3)))
    store.send(.show(.low(Gauge.State())))
    store.send(.destination(.presented(.low(.rise))))
    #expect(store.state.destination == .low(Gauge.State(level: 1)))
  }

  @Test("A dismissal takes it away, also one by the feature itself") func dismissal() async {
    let store = Bureau.store(.draft(Draft.State()))
    store.send(.destination(.dismiss))
    #expect(store.state.destination == nil && store.state.log == ["dismiss"])
    store.send(.show(.draft(Draft.State())))
    await store.send(.destination(.presented(.draft(.close)))).finish()
    #expect(store.state.destination == nil && store.state.log == ["dismiss", "draft", "dismiss"])
  }

  @Test("The effects of a feature end when another case comes") func effects() async {
    let store = Bureau.store(.draft(Draft.State()))
    let task = store.send(.destination(.presented(.draft(.wait))))
    store.send(.show(.settings))
    await task.finish()
    #expect(store.state.destination == .settings)
  }

  @Test("An action for another case changes nothing, and is a diagnostic with the line of the case")
  func otherCase() async {
    for action: Bureau.Destination.Action in [.draft(.setText("a")), .alert(.sure), .menu(.chosen("a"))] {
      let store = Bureau.store(.gauge(Gauge.State()))
      let texts = await messages(of: store) {
        store.send(.destination(.presented(action)))
        #expect(store.state.destination == .gauge(Gauge.State()) && store.state.log == [action.caseName])
      }
      #expect(texts.count == 1)
      #expect(texts.first?.contains("(Scope at EnfoldTests/Bureau.swift:") == true, "\(texts)")
    }
  }

  @Test("A feature may contain itself") func recursion() {
    let store = Bureau.store(.again(Bureau.State(destination: .draft(Draft.State()))))
    store.send(.destination(.presented(.again(.destination(.presented(.draft(.setText("deep"))))))))
    #expect(store.state.destination?.again?.destination == .draft(Draft.State(text: "deep")))
    store.send(.destination(.presented(.again(.destination(.dismiss)))))
    #expect(store.state.destination == .again(Bureau.State(log: ["draft", "dismiss"])))
  }

  // MARK: What goes by itself, and data

  @Test("An alert goes with its first action, unless the parent presents another") func alert() {
    let store = Bureau.store(.alert(Bureau.question))
    store.send(.destination(.presented(.alert(.again))))
    #expect(store.state.destination == .alert(Bureau.question) && store.state.log == ["again"])
    store.send(.destination(.presented(.alert(.sure))))
    #expect(store.state.destination == nil && store.state.log == ["again", "alert"])
  }

  @Test("So does a case that is marked, and no other") func ephemeral() {
    let store = Bureau.store(.menu(Menu(entries: ["a"])))
    store.send(.destination(.presented(.menu(.chosen("a")))))
    #expect(store.state.destination == nil && store.state.log == ["menu"])
    store.send(.show(.menu(Menu())))
    store.send(.destination(.presented(.menu(.more))))
    #expect(store.state.destination == .draft(Draft.State(text: "more")), "the parent has put another case there")
    store.send(.destination(.presented(.draft(.setText("stays")))))
    #expect(store.state.destination == .draft(Draft.State(text: "stays")))
  }

  @Test("Data is presented and dismissed, and has no actions") func data() {
    let store = Bureau.store(.page(title: "a", 1))
    #expect(Bureau.Destination.Action.caseNames == ["draft", "gauge", "low", "again", "alert", "menu"])
    #expect(Bureau.Destination.State.caseNames == Bureau.Destination.Action.caseNames + ["page", "settings"])
    store.send(.destination(.dismiss))
    #expect(store.state.destination == nil)
    store.send(.show(.settings))
    store.send(.destination(.dismiss))
    #expect(store.state.destination == nil)
  }

  // MARK: Hosts

  @Test("The JSON of states and actions is that of @Action enums") func json() throws {
    let texts: [(Bureau.Destination.State, String)] = [
      (.draft(Draft.State(text: "x")), #"{"draft":{"text":"x","wasPresented":null}}"#),
      (.page(title: "a", 1), #"{"page":{"title":"a","_1":1}}"#),
      (.settings, #"{"settings":{}}"#),
      (.menu(Menu(entries: ["a"])), #"{"menu":{"entries":["a"]}}"#),
      (
        .alert(Bureau.question),
        #"{"alert":{"title":"Sure?","message":null,"buttons":[{"role":null,"label":"Sure","action":{"sure":{}}}]}}"#
      ),
    ]
    for (state, text) in texts {
      #expect(JSON.string(state) == text)
      #expect(try JSON.decode(Bureau.Destination.State.self, from: text) == state)
    }
  }

  @Test("A host sends and observes") func host() throws {
    let store = Bureau.store(.draft(Draft.State()))
    let action = #"{"destination":{"presented":{"draft":{"setText":"x"}}}}"#
    store.send(try JSON.decode(Bureau.Action.self, from: action))
    let path = try JSONPath(pointer: "/destination/draft/text")
    #expect(Bureau.State.jsonAllows(path))
    #expect(JSON.string(store.state, at: path) == #""x""#)
    #expect(!Bureau.State.jsonAllows(try JSONPath(pointer: "/destination/editor/text")))
    let schema = JSONSchemaBuilder.document(of: Bureau.State.self)
    for part in [#""x-enfold-dialog":"alert""#, #""settings""#, #""wasPresented""#] { #expect(schema.contains(part)) }
  }

  @Test("An observer of a property of the case hears of it") func observers() {
    let store = Bureau.store(.draft(Draft.State()))
    let texts = Log<String?>()
    let subscription = store.observe(\.destination?.draft?.text, initial: false) { texts.append($0) }
    store.send(.destination(.presented(.draft(.setText("a")))))
    store.send(.show(.settings))
    #expect(texts.all == ["a", nil])
    subscription.cancel()
  }
}
