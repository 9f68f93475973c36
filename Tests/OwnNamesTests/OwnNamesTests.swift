// A module that has every name of its own goes on as before: it compiles, and its names mean its own declarations.
import Enfold
import EnfoldTesting
import Testing

@Suite("Names that users have declared themselves") struct OwnNamesTests {
  struct Feature: Reducer {
    @ObservableState struct State: Equatable { var values: [Int] = [] }
    @Action enum Action { case load, loaded(Int) }
    @Dependency(\.mainQueue) var queue
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .load:
        state.values = [queue, clock]
        return .task { .loaded(1) }.debounce(id: 1, for: .zero, scheduler: 0)
          .throttle(id: 1, for: .zero, scheduler: 0, latest: true)
      case .loaded(let value):
        state.values.append(value)
        return .fireAndForget {}
      }
    }
  }

  @Test("Dependencies, effects, reducers and stores") func features() async {
    let store = TestStore(initialState: .init()) { Feature()._printChanges() }
    await store.send(.load) { $0.values = [7, 9] }
    await store.receive(\.loaded) { $0.values = [7, 9, 1] }
    let plain = Store(initialState: Feature.State(values: [1])) { Feature() }
    #expect(plain.withState(\.values) == [[1]])
    let values = DependencyValues.live
    #expect(values.mainQueue == 7)
    #expect(
      [
        values.mainRunLoop, values.continuousClock, values.suspendingClock, values.withRandomNumberGenerator,
        values.openURL, values.urlSession, values.calendar, values.locale, values.timeZone,
      ] == Array(8...16))
  }

  @Test("Functions and members") func functions() async throws {
    #expect(unimplemented("later", placeholder: 3) == 3)
    #expect(await withTaskCancellation(id: 1) { 4 } == 4)
    #expect(Task.cancel(id: 5) == "cancelled 5")
    #expect(try await Task.never())
    var action = Feature.Action.loaded(1)
    #expect(action.modify(\.loaded) { $0 += 1 })
    #expect(action.loaded == 2)
    let shared = Shared(value: [1, 2])
    #expect(shared.read { $0.count } == 2)
  }

  @ObservationStateIgnored(wrappedValue: 6) var ignored: Int

  @Test("Types") func types() {
    let cases: [any CaseReducer] = [ReducerConformance(number: 1), ReducerCaseIgnored(), ReducerCaseEphemeral()]
    #expect(cases.map(\.number) == [1, 2, 3] && Direction.caseNames == ["left", "right"])
    let numbers = [
      AnyReducer(initial: 1).initial, EffectTask(actions: [2]).actions[0], EffectPublisher(actions: [3]).actions[0],
      AnySchedulerOf(scheduler: 4).scheduler, TestSchedulerOf(scheduler: 5).scheduler, ignored,
      LockIsolated(value: 7).value, ActorIsolated(value: 8).value, ViewStore(state: 9).state,
      ViewStoreOf(state: 10).state, UnimplementedEndpoint(code: 11).code,
    ]
    #expect(numbers == Array(1...11))
    let titles = [
      WithViewStore(title: "a").title, WithPerceptionTracking(title: "b").title, IfLetStore(title: "c").title,
      ForEachStore(title: "d").title, SwitchStore(title: "e").title, CaseLet(title: "f").title,
      NavigationStackStore(title: "g").title, NavigationLinkStore(title: "h").title,
    ]
    #expect(titles.joined() == "abcdefgh")
    let keys: [any SharedKey] = [
      StorageKey(name: "a"), InMemoryKey(name: "b"), AppStorageKey(name: "c"), FileStorageKey(name: "d"),
      SharedDefaultKey(name: "e"),
    ]
    #expect(keys.map(\.name).joined() == "abcde")
  }

  struct All: TestDependencyKey, PersistenceKey, PersistenceReaderKey, ReducerProtocol, DependencyClient,
    DependencyEndpoint, DependencyEndpointIgnored
  {}
}
