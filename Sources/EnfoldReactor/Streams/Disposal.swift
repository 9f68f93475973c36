// Disposal: what is cancelled at an end that may come first.
import Enfold
import OpenCombine

/// What is cancelled at the end of a stream, whichever comes first: that, or that it is known.
final class Disposal: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.
  private let lock = Lock()
  private var cancellable: (any Cancellable)?
  private var isOver = false

  deinit { lock.deallocate() }

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
