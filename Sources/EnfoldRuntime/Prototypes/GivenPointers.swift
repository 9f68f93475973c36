// GivenPointers: the addresses that C code has handed to this runtime. Only these come back from JSON as pointers.
import Enfold

/// Remembers addresses, so that nobody can make one up: an address is accepted in JSON only if C code has returned it or
/// passed it to a callback before. Nobody reads the memory there.
///
/// The newest are remembered, half of ``capacity`` of them at least.
final class GivenPointers: @unchecked Sendable {
  // Unchecked: the sets are used with the lock held only.
  private static let capacity = 131_072

  private let lock = Lock()
  private var young: Set<UInt> = []
  private var old: Set<UInt> = []

  init() {}

  /// Remembers an address that C code has handed out.
  func add(_ address: UInt) { lock.withLock { insert(address) } }

  /// Whether C code has handed out an address.
  func contains(_ address: UInt) -> Bool {
    lock.withLock {
      if young.contains(address) { return true }
      guard old.contains(address) else { return false }
      insert(address)  // what is used stays longer
      return true
    }
  }

  private func insert(_ address: UInt) {
    if young.count >= Self.capacity / 2 { (old, young) = (young, []) }
    young.insert(address)
  }
}
