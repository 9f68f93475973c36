// SharedLinks: the shared values that a store's state uses.

/// The connections of a store with the shared values in its state. Touched by the store's drainer only, except
/// `request`.
@usableFromInline final class SharedLinks: @unchecked Sendable {
  // Unchecked: see above.

  /// One value. The box is kept, so that a value in memory does not end while a reducer replaces the state that uses it.
  private final class Link {
    var box: AnySharedBox
    let observation: SharedObservation
    var round: UInt

    init(_ box: AnySharedBox, _ observation: SharedObservation, _ round: UInt) {
      self.box = box
      self.observation = observation
      self.round = round
    }
  }

  let registry: SharedRegistry
  /// Where a test hears that a declaration is refused.
  let report: DependencyValues.Report?
  /// Asks the store to bring its state up to date, on any thread.
  private let request: @Sendable () -> Void
  private var links: [ObjectIdentifier: Link] = [:]
  /// The number of the present walk through all values; see `beginRound`.
  private var round: UInt = 0
  /// How many commits there were since `forgetUnused` last looked for values that nobody uses.
  private var commits = 0

  init(
    _ registry: SharedRegistry, reportingTo report: DependencyValues.Report?, _ request: @escaping @Sendable () -> Void
  ) {
    self.registry = registry
    self.report = report
    self.request = request
  }

  /// The state uses a value.
  ///
  /// - Parameter version: the version that the state has seen.
  func note(_ box: AnySharedBox, seen version: UInt64) {
    let root = box.root
    if let known = links[ObjectIdentifier(root)] {
      known.round = round
      return
    }
    links[ObjectIdentifier(root)] = Link(root, root.cell.observe(request), round)
    // It may have been assigned since it was read.
    if root.version != version { request() }
  }

  func beginRound() { round &+= 1 }

  /// Forgets the values that the last walk through everything did not meet.
  func endRound() { keep { $0.round == round } }

  /// Called before each commit, when the state has been looked at: forgets the values that the state does not use any more.
  /// With n values, if n is more than 16, it looks only at every n-th commit.
  func forgetUnused() {
    commits += 1
    guard links.count <= Sizes.of(16, tiny: 1) || commits >= links.count else { return }
    commits = 0
    keep { !isKnownUniquelyReferenced(&$0.box) }
  }

  private func keep(_ isKept: (Link) -> Bool) {
    guard links.contains(where: { !isKept($0.value) }) else { return }
    links = links.filter { isKept($0.value) }
  }

  func end() { links = [:] }
}
