// .dependency: a reducer with dependencies of its own.
import Enfold
import Testing

@Suite(".dependency") struct DependencyReducerTests {
  typealias Feature = StoreDependencyTests.Feature
  typealias State = StoreDependencyTests.State

  @Test("It is seen when the reducer is made into a function, when it reduces, and by its effects")
  func everywhere() async {
    /// Made of another reducer, which it makes.
    struct Whole: Reducer {
      var body: some ReducerOf<Feature> { Feature() }
    }
    let store = Store(initialState: State(), reducer: Whole().dependency(\.greeting, "mine"))
    store.send(.look)
    await store.send(.run).finish()
    #expect(store.initial == "live")
    #expect(store.seen == ["mine", "mine", "mine", "first mine", "then mine"])
  }

  @Test("It comes before the store's, and the inner one before the outer one")
  func nested() async {
    let feature = Feature().dependency(\.greeting, "inner").dependency(\.greeting, "outer")
    let store = Store(initialState: State(), reducer: feature, dependencies: DependencyValues(.test))
    await store.send(.run).finish()
    #expect(store.seen == ["first inner", "then inner"])
  }

  @Test("What it does not replace is that of the store")
  func others() {
    let reader = Reader().dependency(\.unprepared, "mine")
    let store = Store(initialState: "", reducer: reader, dependencies: DependencyValues(.test))
    store.send(())
    #expect(store.state == "mine test")
  }

  @Test("It follows what is bound around it, and is made again only then")
  func followsItsSurroundings() {
    let made = Box(0)
    let reduce = Reader().dependencies { values in
      made.value += 1
      values.unprepared = "mine, \(values.greeting)"
    }._$function(in: .store())
    func state() -> String {
      var state = ""
      _ = reduce(&state, ())
      return state
    }
    #expect(state() == "mine, live live")
    #expect(state() == "mine, live live")
    #expect(made.value == 1)
    withDependencies(DependencyValues(.test)) {
      #expect(state() == "mine, test test")
      #expect(state() == "mine, test test")
    }
    #expect(made.value == 2)
  }

  @Test("A property that cannot be set is replaced by its key path")
  func keyPath() {
    let store = Store(initialState: "", reducer: Welcome().dependency(\.welcome, "hello"))
    store.send(())
    #expect(store.state == "hello")
  }

  private struct Reader: Reducer {
    func reduce(into state: inout String, action: Void) -> Effect<Void> {
      let (unprepared, greeting) = (Dependency(\.unprepared), Dependency(\.greeting))
      state = "\(unprepared.wrappedValue) \(greeting.wrappedValue)"
      return .none
    }
  }

  private struct Welcome: Reducer {
    @Dependency(\.welcome) var welcome
    func reduce(into state: inout String, action: Void) -> Effect<Void> {
      state = welcome
      return .none
    }
  }
}
