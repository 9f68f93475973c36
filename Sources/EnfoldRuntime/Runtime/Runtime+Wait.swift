// Runtime: waiting for a store, for all stores, for a task.
import CEnfold
import CEnfoldSupport
import EnfoldJSON

extension Runtime {
  /// Waits until `isDone` returns a status. It is called again after everything that can change its answer. With the
  /// host's loop, the loop thread pumps in between.
  ///
  /// With a timeout of 0, this pumps once and calls `isDone` once.
  ///
  /// - Parameter isHeld: whether the program itself holds what it waits for. Then it does not wait without end.
  func wait(
    milliseconds: Int64, isHeld: Bool = false, until isDone: () throws(RuntimeError) -> enfold_status?
  ) throws(RuntimeError) -> enfold_status {
    if isInsideCallback { throw .reentrant }
    let deadline = Deadline(milliseconds: isHeld && milliseconds < 0 ? 0 : milliseconds)
    while true {
      let seen = monitor.changes
      var hasMore = false
      if let loop, loop.isLoopThread {
        // With a limit: a feature may never come to rest, and this loop must look at its deadline in between.
        hasMore = try pump(limit: Sizes.of(256, tiny: 2)).hasMore
      }
      if let status = try isDone() { return status }
      if deadline.isOver { return enfold_status(ENFOLD_TIMEOUT) }
      if !hasMore { _ = monitor.wait(since: seen, until: deadline) }
    }
  }

  /// Waits until every store is idle.
  func waitUntilIdle(milliseconds: Int64) throws(RuntimeError) -> enfold_status {
    var watched: [UInt64: AnyHostStore] = [:]
    defer { for store in watched.values { store.watchIdle(false) } }
    // Watches these stores, and stops watching those that have ended meanwhile.
    func watch(_ stores: [AnyHostStore]) {
      var ended = watched
      for store in stores where ended.removeValue(forKey: store.root) == nil {
        watched[store.root] = store
        store.watchIdle(true)
      }
      for (root, store) in ended {
        watched[root] = nil
        store.watchIdle(false)
      }
    }
    // A store that was busy when it was last asked. While it is busy, no other store needs to be asked.
    var busy: AnyHostStore?
    func isIdle() -> Bool {
      if let busy, busy.pending > 0 { return false }
      let stores = stores
      watch(stores)
      busy = stores.first { $0.pending > 0 }
      return busy == nil
    }
    let isHeld = stores.contains { $0.isHeldByProgram && $0.pending > 0 }
    return try wait(milliseconds: milliseconds, isHeld: isHeld) { () throws(RuntimeError) -> enfold_status? in
      let areIdle = isIdle()
      // Asked last: stores that end become idle.
      guard !isClosed.load(ordering: .acquiring) else {
        throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile")
      }
      return areIdle ? enfold_status(ENFOLD_OK) : nil
    }
  }
}
