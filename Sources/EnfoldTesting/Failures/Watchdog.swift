// Watchdog: ends the waiting of a test after a time.

/// Calls a function once after some time, in real time, unless it is released before.
///
/// It sleeps in 50 slices. After each slice it needs a thread of the pool, as the test does. So on a machine that is
/// too busy to run the test the time is longer.
final class Watchdog: Sendable {
  private let hasBarked = Locked(false)
  private let task: Task<Void, Never>?

  init(_ time: Duration, bark: @escaping @Sendable () -> Void) {
    guard time > .zero else {
      hasBarked.withLock { $0 = true }
      task = nil
      bark()
      return
    }
    task = Task { [hasBarked] in
      for _ in 0..<50 { do { try await Task.sleep(for: time / 50) } catch { return } }
      hasBarked.withLock { $0 = true }
      bark()
    }
  }

  deinit { task?.cancel() }

  /// Whether the time is over.
  var isOver: Bool { hasBarked.withLock { $0 } }
}
