// WaitingValues: has a store know that values wait in a stream of one of its reactors.
import Enfold

/// The values that wait in one operator. While there are any, the store is not idle.
final class WaitingValues: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.
  private let desk: MutationDesk
  private let origin: EffectOrigin
  private let lock = Lock()
  private var count = 0
  /// How often the first one has come.
  private var firsts = 0
  /// Ends the wait that the store knows.
  private var endWait: (@Sendable () -> Void)?
  private var isOver = false

  /// - Parameter origin: where the operator was written.
  init(at desk: MutationDesk, _ origin: EffectOrigin) { (self.desk, self.origin) = (desk, origin) }

  /// One more waits.
  ///
  /// - Parameter early: lets them go before their time, if the operator does that when the store is flushed.
  func enter(early: (@Sendable () -> Void)? = nil) {
    let first = lock.withLock { () -> Int? in
      count += 1
      if count != 1 || isOver { return nil }
      firsts += 1
      return firsts
    }
    guard let first, let begun = desk.beginWait(origin, early: early) else { return }
    let isKept = lock.withLock {
      // Another thread may have let it go meanwhile, and a later one may have come, which has a wait of its own.
      guard count > 0, first == firsts, !isOver else { return false }
      endWait = begun
      return true
    }
    if !isKept { begun() }
  }

  /// Some wait no more. Called when they were handed over: so the store is not idle in between.
  func leave(_ number: Int = 1) {
    let past = lock.withLock {
      count -= number
      return count == 0 ? endWait.take() : nil
    }
    past?()
  }

  /// The operator has ended. None waits any more.
  func end() {
    let past = lock.withLock {
      isOver = true
      return endWait.take()
    }
    past?()
  }
}
