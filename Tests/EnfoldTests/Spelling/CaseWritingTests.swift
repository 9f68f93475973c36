// Changing what is in a case of an enum: modify and [case:].
import EnfoldTesting
import Testing

@Suite("Writing the values of a case") struct CaseWritingTests {
  @ObservableState struct Edit: Equatable { var text = "" }
  @Action enum Destination: Equatable { case edit(Edit), detail(Int), none }

  struct Feature: Reducer {
    @ObservableState struct State: Equatable { var destination: Destination? }
    @Action enum Action { case modify, set, replace, other }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .modify: state.destination?.modify(\.edit) { $0.text = "milk" }
      case .set: state.destination?[case: \.edit]?.text = "milk"
      case .replace: state.destination?[case: \.edit] = Edit()
      case .other: state.destination?.modify(\.detail) { $0 += 1 }
      }
      return .none
    }
  }

  @Test("Each writes the case, and is observed") func writes() async {
    let store = TestStore(initialState: .init(destination: .edit(Edit(text: "tea")))) { Feature() }
    await store.send(.modify) { $0.destination = .edit(Edit(text: "milk")) }
    await store.send(.replace) { $0.destination = .edit(Edit()) }
    await store.send(.set) { $0.destination?.modify(\.edit) { $0.text = "milk" } }
  }

  @Test("Where there is another case, only an assignment makes it this one") func otherCase() async {
    var value = Destination.detail(1)
    value[case: \.edit]?.text = "milk"
    #expect(value == .detail(1))
    value[case: \.edit] = nil
    #expect(value == .detail(1))
    value[case: \.edit] = Edit(text: "tea")
    #expect(value == .edit(Edit(text: "tea")))
    value[case: \.none] = ()
    #expect(value == Destination.none)
    let store = TestStore(initialState: .init()) { Feature() }
    await store.send(.modify)
    await store.send(.replace)
  }

  @Test("Modifying another case fails the test, and changes nothing") func otherCaseIsAnIssue() async {
    let store = TestStore(initialState: .init(destination: .edit(Edit()))) { Feature() }
    await withKnownIssue {
      await store.send(.other)
    } matching: {
      $0.description.contains("Destination.detail cannot be changed, because the value is .edit")
    }
  }

  @CasePathable enum Rows { case rows([Int]) }

  @Test("A list in a case is changed where it is") func inPlace() {
    var value = Rows.rows(Array(0..<100))
    var (before, after): (UnsafeRawPointer?, UnsafeRawPointer?)
    value.modify(\.rows) { rows in before = rows.withUnsafeBytes { $0.baseAddress } }
    value.modify(\.rows) { rows in
      rows[3] = 7
      after = rows.withUnsafeBytes { $0.baseAddress }
    }
    #expect(before == after)
  }
}
