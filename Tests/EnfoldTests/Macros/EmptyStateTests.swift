// @ObservableState structs without properties: features that only act, which can be presented like any other.
import EnfoldTesting
import Foundation
import Testing

@testable import Enfold

@Suite("States without properties") struct EmptyStateTests {
  @ObservableState struct Empty: Equatable, Codable {}

  @Test func `Their JSON is an empty object, and nothing is in it`() throws {
    #expect(JSON.string(Empty()) == "{}")
    #expect(try JSON.decode(Empty.self, from: "{}") == Empty())
    #expect(throws: JSONError.self) { try JSON.decode(Empty.self, from: "null") }
    #expect(JSON.string(Empty(), at: try JSONPath(pointer: "/a")) == nil)
    #expect(!Empty.jsonAllows(try JSONPath(pointer: "/a")))
    #expect(JSONSchemaBuilder.document(of: Empty.self).contains(#""properties":{},"additionalProperties":false"#))
  }

  @Test func `Their Codable form and their description have no record`() throws {
    let data = try JSONEncoder().encode(Empty())
    #expect(String(decoding: data, as: UTF8.self) == "{}")
    #expect(try JSONDecoder().decode(Empty.self, from: data) == Empty())
    #expect("\(Empty())" == "Empty()")
  }

  @Reducer struct Banner {
    @ObservableState struct State: Equatable {}
    enum Action: Equatable { case closeTapped }
    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> { .run { _ in await dismiss() } }
  }

  @Reducer struct Home {
    @ObservableState struct State: Equatable {
      @Presents var banner: Banner.State?
      var path = StackState<Banner.State>()
    }
    enum Action: Equatable { case banner(PresentationAction<Banner.Action>), path(StackActionOf<Banner>) }

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.$banner, action: \.banner) { Banner() }
        .forEach(\.path, action: \.path) { Banner() }
    }
  }

  @Test func `They are presented and pushed, and observers hear of it`() {
    let store = Store(initialState: Home.State(banner: Banner.State())) { Home() }
    let seen = Log<Bool>()
    let subscription = store.observe(\.banner) { seen.append($0 != nil) }
    store.send(.path(.push(state: Banner.State())))
    #expect(JSON.string(store.state) == #"{"banner":{},"path":[{"id":0,"state":{}}]}"#)
    store.send(.banner(.presented(.closeTapped)))
    store.send(.path(.element(id: 0, action: .closeTapped)))
    #expect(store.state == Home.State())
    #expect(seen.all == [true, false])
    subscription.cancel()
  }

  @Test(arguments: 0..<2) func `A store of one has commits`(actions: Int) async {
    let store = TestStore(initialState: Banner.State()) { Banner() }
    for _ in 0..<actions { await store.send(.closeTapped) }
    #expect(store.isDismissed == (actions > 0))
  }
}
