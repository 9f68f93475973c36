// Runtime: moves its clock by hand.
import CEnfold
import CEnfoldSupport

extension Runtime {
  /// Lets time pass; see `enfold_clock_advance`.
  func advance(nanoseconds: Int64) throws(RuntimeError) {
    guard let clock else {
      throw RuntimeError(
        ENFOLD_UNSUPPORTED, "only a runtime opened with \"clock\":\"manual\" has a clock that can be moved")
    }
    guard nanoseconds >= 0 else { throw .invalid("nanoseconds is \(nanoseconds); time never goes back") }
    _ = try wait(milliseconds: -1) { () throws(RuntimeError) -> enfold_status? in
      try checkOpen()
      return clock.beginAdvance() ? enfold_status(ENFOLD_OK) : nil
    }
    defer {
      clock.endAdvance()
      monitor.notify()
    }
    guard let target = clock.time(after: nanoseconds) else {
      throw .invalid("nanoseconds is \(nanoseconds); the clock, which shows \(clock.now), would pass its end at 2^63")
    }
    repeat { try settle(clock) } while clock.wakeNext(upTo: target)
  }

  /// Waits until all effects have gone as far as they can.
  private func settle(_ clock: RuntimeClock) throws(RuntimeError) {
    while true {
      let seen = monitor.changes
      // A faulty engine may always have more to do.
      let isEndless = try pumpAll()
      // Read `isBusy` before `hasWork`: if nothing is busy, no other thread adds work.
      let isBusy = clock.isBusy
      let hasWork = !isEndless && loop?.hasWork == true
      if !isBusy, !hasWork { return }
      if !hasWork { _ = monitor.wait(since: seen, until: Deadline(milliseconds: -1)) }
    }
  }

  /// Pumps until nothing is left. True if an engine says that it has more, but does nothing.
  private func pumpAll() throws(RuntimeError) -> Bool {
    while true {
      let hasMore = try pump(limit: 0).hasMore
      try checkOpen()
      guard let loop, hasMore else { return false }
      if loop.isLoopThread { return true }
      // Another thread is pumping. It ends some time.
      enfold_thread_yield()
    }
  }

  private func checkOpen() throws(RuntimeError) {
    guard !isClosed.load(ordering: .acquiring) else {
      throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile")
    }
  }
}
