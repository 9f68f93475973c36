// SharedLinks: the shared values that a store's state uses.

/// What connects a store with the shared values in its state. Touched by the store's drainer only, but for `request`.
@usableFromInline final class SharedLinks: @unchecked Sendable {
  // Unchecked: see above.
  let registry: SharedRegistry
  /// Asks the store to bring its state up to date, on any thread.
  private let request: @Sendable () -> Void
  private var observations: [ObjectIdentifier: (observation: SharedObservation, round: UInt)] = [:]
  /// Which of the walks that look at everything this is.
  private var round: UInt = 0

  init(_ registry: SharedRegistry, _ request: @escaping @Sendable () -> Void) {
    self.registry = registry
    self.request = request
  }

  /// The state uses a value.
  ///
  /// - Parameter version: what the state has seen.
  func note(_ box: AnySharedBox, seen version: UInt64) {
    let root = box.root
    let id = ObjectIdentifier(root)
    if observations[id] == nil {
      observations[id] = (root.observe(request), round)
      // It may have been assigned since it was read.
      if root.version != version { request() }
    } else {
      observations[id]?.round = round
    }
  }

  func beginRound() { round &+= 1 }

  /// Forgets the values that the last walk through everything did not meet.
  func endRound() {
    guard observations.contains(where: { $0.value.round != round }) else { return }
    observations = observations.filter { $0.value.round == round }
  }

  func end() { observations = [:] }
}
