// The numbers of stores, which keep their stamps apart.
import Synchronization

/// Counts the stores of this image.
final class StoreNumbers: Sendable {
  private let last = Atomic<UInt64>(0)
  func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}

let storeNumbers = StoreNumbers()
