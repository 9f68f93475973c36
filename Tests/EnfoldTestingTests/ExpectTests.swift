// Comparing a property of a store that has come to rest.
import EnfoldTesting
import Testing

@Suite("Store.expect") struct ExpectTests {
  @Test("Waits until the store is idle, and compares one property")  // 171
  func waits() async {
    let clock = TestClock()
    let store = withDependencies({ $0.clock = clock }) { Store(initialState: Loader.State(), reducer: Loader()) }
    store.send(.increment)
    store.send(.load)
    clock.advanceNow(by: .seconds(1))
    await store.expect(\.numbers, [10], timeout: .seconds(60))
    await store.expect(\.count, 1)
  }

  @Test("Fails with both values")  // 171
  func fails() async {
    let store = Store(initialState: Loader.State(), reducer: Loader())
    store.send(.increment)
    let line = #line + 1
    let failures = await failures { await store.expect(\.count, 2) }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.map(\.text) == [
        """
        Expected another value when the store is idle.

        − 2
        + 1

        (Expected: −, Actual: +)
        """
      ])
  }

  @Test("When the time is over it compares, and says that the store is busy")  // 171
  func busy() async {
    let clock = TestClock()
    let store = withDependencies({ $0.clock = clock }) { Store(initialState: Loader.State(), reducer: Loader()) }
    store.send(.load)
    await store.expect(\.isLoading, true, timeout: .zero)
    let failures = await failures { await store.expect(\.isLoading, false, timeout: .zero) }
    #expect(failures.first?.text.contains("The store was still busy after") == true)
    store.close()
  }
}
