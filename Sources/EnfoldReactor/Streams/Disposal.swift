// Disposal: cancels something when a stream ends, also if the stream has ended before.
import Enfold
import OpenCombine

/// Something to cancel when a stream ends. If the stream has ended before `set`, it is cancelled at once.
final class Disposal: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.
  private let lock = Lock()
  private var cancellable: (any Cancellable)?
  private var isOver = false

  func set(_ cancellable: any Cancellable) {
    let isOver = lock.withLock {
      if !self.isOver { self.cancellable = cancellable }
      return self.isOver
    }
    if isOver { cancellable.cancel() }
  }

  func dispose() {
    let cancellable = lock.withLock {
      isOver = true
      defer { self.cancellable = nil }
      return self.cancellable
    }
    cancellable?.cancel()
  }
}
