// Slices: work that takes long is done in slices, so that sockets are read meanwhile.
import NIOCore

/// Each round does a slice of each work that waits. Used on the event loop only.
final class Slices {
  /// Does a part of the work until a time. True: it is done.
  typealias Work = (_ deadline: Int64) -> Bool

  let loop: NIOIsolatedEventLoop
  private var waiting: [Work] = []
  private var isScheduled = false
  private static let slice: Int64 = 5_000_000

  init(_ loop: NIOIsolatedEventLoop) { self.loop = loop }

  /// Does a slice now, and the rest later.
  func run(_ work: @escaping Work) {
    if work(monotonicNow() &+ Self.slice) { return }
    waiting.append(work)
    schedule()
  }

  private func schedule() {
    if isScheduled || waiting.isEmpty { return }
    isScheduled = true
    // The loop looks at its sockets before a task that is due later.
    loop.scheduleTask(in: .microseconds(200)) { self.round() }
  }

  private func round() {
    isScheduled = false
    let now = waiting
    waiting = []
    let share = max(Self.slice / Int64(max(now.count, 1)), 500_000)
    waiting = now.filter { !$0(monotonicNow() &+ share) } + waiting
    schedule()
  }
}
