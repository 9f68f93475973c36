// Many effects, many ids, many threads.
import EnfoldTesting
import Glibc
import Testing

@testable import Enfold

@Suite("Cancellation under load") struct CancellationStressTests {
  @Test("1,000 merged effects over 10 ids, cancelled from 8 threads while they end")  // 55
  func mergedEffects() async {
    let count = scaled(1_000)
    let store = makeNumberStore()
    let task = store.start(
      .merge(
        (0..<count).map { index in
          .run { send in
            for _ in 0..<(index % 7) { await Task.yield() }
            await send(.number(index))
          }.cancellable(id: index % 10)
        }))
    await onThreads(8) { thread in
      for id in 0..<10 { store.start(.cancel(id: (id + thread) % 10)) }
    }
    _ = await task.finish()
    await store.waitUntilIdle()
    #expect(Set(store.state).count == store.state.count)
    #expect(store.hasEmptyRegistry)
    #expect(store.engine?.pending == 0)
  }

  @Test("10,000 tasks over 100 ids, started and cancelled from 8 threads: all end, nothing is left")  // 55
  func manyTasks() async {
    let perThread = scaled(10_000) / 8
    let store = makeNumberStore()
    let ends = Box(0)
    await onThreads(8) { thread in
      for index in 0..<perThread {
        let task = store.start(.forever.cancellable(id: (thread * perThread + index) % 100))
        task.whenEnded { _ in ends.update { $0 += 1 } }
        if index % 50 == 49 { store.start(.cancel(id: index % 100)) }
      }
    }
    for id in 0..<100 { store.start(.cancel(id: id)) }
    await store.waitUntilIdle()
    #expect(ends.value == 8 * perThread)
    #expect(store.hasEmptyRegistry)
    #expect(store.engine?.pending == 0)
  }

  @Test("Replaced again and again from 8 threads: one effect is left") func replacing() async {
    let store = makeNumberStore()
    let rounds = scaled(500)
    await onThreads(8) { _ in
      for _ in 0..<rounds {
        store.start(
          .concatenate(.forever, .number(1)).cancellable(id: "search", cancelInFlight: true))
      }
    }
    store.drain()
    #expect(store.runningEffects == 1)
    store.start(.cancel(id: "search"))
    await store.waitUntilIdle()
    #expect(store.hasEmptyRegistry)
    // The last one was cancelled, so it never came to the number.
    #expect(store.state == [])
  }

  @Test("10,000 stores opened and closed with effects in flight: nothing is left running, nothing grows")
  func manyStores() async {
    let half = scaled(10_000) / 2
    let log = Log<String>()
    await openAndClose(half, log)
    let before = residentKilobytes
    await openAndClose(half, log)
    #expect(log.count == 2 * half)
    // Sanitizers keep what is freed. A leak of one kilobyte in each store would be 5 megabytes.
    if half == 5_000 { #expect(residentKilobytes - before < 4_000) }
  }

  /// Opens stores one after the other, starts effects of every kind, and lets go of the store, every other one closed.
  private func openAndClose(_ count: Int, _ log: Log<String>) async {
    let earlier = log.count
    for index in 0..<count {
      let canary = Canary("effect", log)
      let clock = TestClock()
      var store: NumberStore? = makeNumberStore()
      let task = store?.start(
        .merge(
          .run { _ in
            try await forever()
            canary.sing()
          }.cancellable(id: 1),
          .concatenate(.forever, .number(1)).cancellable(id: "\(index)"),
          .number(1, after: .seconds(1), on: clock).debounce(id: 2, for: .seconds(1), clock: clock),
          .forever.throttle(id: 3, for: .seconds(1), clock: clock)))
      #expect(store?.runningEffects == 4)
      if index.isMultiple(of: 2) { store?.close() }
      store = nil
      #expect(await task?.finish().isCancelled == true)
    }
    // Every effect's closure is let go; the last ones may be about to unwind.
    while log.count < earlier + count { await Task.yield() }
  }
}

/// How much memory this process has, in kilobytes.
private var residentKilobytes: Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var (size, resident) = (0, 0)
  return withUnsafeMutablePointer(to: &size) { size in
    withUnsafeMutablePointer(to: &resident) { resident in
      withVaList([size, resident]) { vfscanf(file, "%ld %ld", $0) }
      return resident.pointee * 4
    }
  }
}
