// States and actions from JSON.
import EnfoldTesting
import Testing

@Suite("Fixtures") struct FixtureTests {
  @Test("A text becomes a state, or an action") func text() throws {
    let state: Loader.State = try Fixture(#"{"count":2,"numbers":[7]}"#).value()
    #expect(state == Loader.State(count: 2, numbers: [7]))
    #expect(try Fixture(#"{"loaded":7}"#).value() == Loader.Action.loaded(7))
  }

  @Test("A file lies beside the test") func file() async throws {
    let store = try TestStore(
      initialState: Fixture(file: "Fixtures/loading.json").value(), reducer: Loader())
    await store.send(.loaded(3)) {
      $0.isLoading = false
      $0.numbers = [1, 2, 3]
    }
  }

  @Test("An error names the file and the byte") func errors() throws {
    let fixture = try Fixture(file: "Fixtures/misspelt.json")
    let error = #expect(throws: FixtureError.self) { try fixture.value(Loader.State.self) }
    #expect(error?.byte == 13)
    #expect(error?.description.hasPrefix("Fixtures/misspelt.json, byte 13: ") == true, "\(String(describing: error))")
    #expect(error?.description.contains("isLodaing") == true)
  }

  @Test("A file that is not there is named") func missingFile() {
    let error = #expect(throws: FixtureError.self) { try Fixture(file: "Fixtures/none.json") }
    #expect(error?.byte == nil)
    #expect(error?.description.hasPrefix("Fixtures/none.json: cannot be read") == true)
  }

  @Test("Dependencies give the values of a fixture, in order") func given() throws {
    @Dependency(\.uuid) var uuid
    @Dependency(\.random) var random
    let values = Fixture(
      """
      [{"uuid":"9e107d9d-372b-4b6d-8d6e-2a1b0c3d4e5f"},{"random":"7"},{"uuid":"00000000-0000-0000-0000-000000000002"}]
      """)
    let ids = try values.given {
      let first = uuid()
      #expect(random.next() == 7)
      return [first, uuid()]
    }
    #expect(ids.map(\.description) == ["9e107d9d-372b-4b6d-8d6e-2a1b0c3d4e5f", "00000000-0000-0000-0000-000000000002"])
  }

  @Test("More or fewer values than were given are an error") func givenOthers() {
    @Dependency(\.uuid) var uuid
    let one = Fixture(#"[{"uuid":"00000000-0000-0000-0000-000000000002"}]"#, name: "one")
    let fewer = #expect(throws: FixtureError.self) { try one.given {} }
    #expect(fewer?.description == "one: given and not asked for: uuid")
    let more = #expect(throws: FixtureError.self) { try one.given { _ = (uuid(), uuid()) } }
    #expect(more?.description == "one: asked for and not given: uuid")
    let unknown = #expect(throws: FixtureError.self) { try Fixture(#"[{"clock":1}]"#).given {} }
    #expect(unknown?.byte == 1)
  }
}
