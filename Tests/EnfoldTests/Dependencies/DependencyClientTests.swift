// @DependencyClient: structs of closures, whose calls fail a test that has not given them.
import EnfoldTesting
import Synchronization
import Testing

@DependencyClient struct Facts: Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String
  var isOffline: @Sendable () -> Bool = { false }
  var forget: @Sendable () -> Void
  @DependencyEndpoint(method: "fact") var named: @Sendable (_ of: Int, Bool) throws -> String
  var exchange: @Sendable (_ left: inout Int, _ right: inout Int) throws -> Void
  var visit: @Sendable (_ body: @Sendable (Int) -> Void) -> Int = { body in
    body(1)
    return 1
  }
  @DependencyEndpointIgnored var version: @Sendable () -> Int = { 3 }
  var limit = 10
  var title: String?
}

extension Facts: DependencyInjectable {
  static var live: Facts {
    Facts(fetch: { "\($0) is live" }, forget: {}, named: { "\($0) \($1)" }, exchange: { swap(&$0, &$1) })
  }
  static var test: Facts { Facts() }
}

extension DependencyValues {
  var facts: Facts {
    get { self[Facts.self] }
    set { self[Facts.self] = newValue }
  }
}

@DependencyClient public struct PublicClient: Sendable {
  public var load: @Sendable () async throws -> Int
  public static let name = "client"
}

@Suite("@DependencyClient") struct DependencyClientTests {
  struct Feature: Reducer {
    @ObservableState struct State: Equatable { var fact = "" }
    @Action enum Action { case load, loaded(String), failed(String), check }
    @Dependency(\.facts) var facts

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .load:
        return .run { [facts] send in
          await send(.loaded(try await facts.fetch(number: 7)))
        } catch: { error, send in
          await send(.failed("\(error)"))
        }
      case .loaded(let fact): state.fact = fact
      case .failed(let error): state.fact = error
      case .check: if facts.isOffline() { state.fact = "offline" }
      }
      return .none
    }
  }

  @Test("A closure that is given is called, also by the method with its labels") func given() async throws {
    let store = TestStore(initialState: .init()) {
      Feature()
    } withDependencies: {
      $0.facts.fetch = { "\($0) is prime" }
    }
    await store.send(.load)
    await store.receive(\.loaded) { $0.fact = "7 is prime" }
    let live = Facts.live
    #expect(try live.fact(of: 3, true) == "3 true")
    var (left, right) = (1, 2)
    try live.exchange(left: &left, right: &right)
    #expect((left, right) == (2, 1))
    #expect([live.limit, live.version(), live.visit(body: { _ in })] == [10, 3, 1])
    #expect(live.title == nil)
    #expect(try await PublicClient(load: { 4 }).load() == 4)
  }

  @Test("A closure that nobody has given fails the test, and throws") func throwing() async {
    let store = TestStore(initialState: .init()) { Feature() }
    await withKnownIssue {
      await store.send(.load)
      await store.receive(\.failed) { $0.fact = "Facts.fetch is not implemented" }
    } matching: {
      $0.description.contains(
        "Facts.fetch is not implemented, and it is called: override it, as in $0.client.fetch = { … }")
    }
  }

  @Test("One with an initial value fails the test, and returns what that returns") func withInitialValue() async {
    let store = TestStore(initialState: .init()) { Feature() }
    await withKnownIssue {
      await store.send(.check)
    } matching: {
      $0.description.contains("Facts.isOffline is not implemented")
    }
  }

  @Test("Outside of stores the reporter that is bound hears of each call") func reports() async throws {
    let heard = Mutex<[String]>([])
    let values = DependencyValues(.test) {
      $0.report = { issue in heard.withLock { $0.append(issue.key + issue.message) } }
    }
    withDependencies(values) {
      let facts = Facts()
      facts.forget()
      let visited = facts.visit { #expect($0 == 1) }
      #expect(visited == 1)
      #expect(throws: UnimplementedEndpoint(endpoint: "Facts.named")) { try facts.named(1, true) }
      #expect(facts.version() == 3)
      var (left, right) = (1, 2)
      #expect(throws: UnimplementedEndpoint.self) { try facts.exchange(&left, &right) }
    }
    let names = heard.withLock { $0 }.map { $0.prefix { $0 != " " } }
    #expect(names == ["endpointFacts.forget", "endpointFacts.visit", "endpointFacts.named", "endpointFacts.exchange"])
  }
}
