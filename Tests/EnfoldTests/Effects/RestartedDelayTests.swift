// Debounced effects that are restarted from many threads, and flushed.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Restarted delays") struct RestartedDelayTests {
  /// With ENFOLD_TEST_TIMES=50 these are 1,000,000, and 20,000 of them are asleep at once.
  @Test("Restarted from 8 threads: one of each id begins, the last one") func restarted() async {
    let store = makeNumberStore()
    let count = scaled(20_000) / 8
    let ids = min(count, 2_500)
    await onThreads(8) { thread in
      for index in 0..<count {
        let (id, number) = (thread * ids + index % ids, thread * count + index)
        store.start(.number(number).debounce(id: id, for: .seconds(3_600), clock: ContinuousClock()))
      }
    }
    #expect(store.state == [])
    store.flush()
    let last = (0..<8).flatMap { thread in (count - ids..<count).map { thread * count + $0 } }
    #expect(store.state.sorted() == last)
    await store.waitUntilIdle()
    #expect(store.hasEmptyRegistry)
  }
}
