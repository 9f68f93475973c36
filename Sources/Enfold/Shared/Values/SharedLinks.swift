// SharedLinks: the shared values that a store's state uses.
import Synchronization

/// The connections of a store with the shared values in its state. Touched by the store's drainer only, except
/// `request`.
@usableFromInline final class SharedLinks: @unchecked Sendable {
  // Unchecked: see above.

  /// One value. The box is kept, so that a value in memory does not end while a reducer replaces the state that uses it.
  @usableFromInline final class Link {
    @exclusivity(unchecked) var box: AnySharedBox
    var observation: SharedObservation?
    @exclusivity(unchecked) @usableFromInline var round: UInt
    /// Whether the store still has it.
    @exclusivity(unchecked) @usableFromInline var isKept = true

    init(_ box: AnySharedBox, _ observation: SharedObservation, _ round: UInt) {
      self.box = box
      self.observation = observation
      self.round = round
    }
  }

  /// The store's dependencies, which its gate offers. They have the registry in which the values are found.
  @usableFromInline let home: GateValues
  let registry: SharedRegistry
  /// Where a test hears that a declaration is refused.
  let report: DependencyValues.Report?
  /// A number that no other store has.
  @usableFromInline let number: UInt64
  /// The numbers of the stacks in the state; nil if it has none.
  @exclusivity(unchecked) @usableFromInline var stacks: StackNumbers?
  /// Whether a walk has found the first stack, whose place it does not know.
  @exclusivity(unchecked) var hasFoundStack = false
  /// Whether a walk has given the state a value as others have made it.
  @exclusivity(unchecked) @usableFromInline var hasFound = false
  /// Asks the store to bring its state up to date, on any thread. Written before the first value comes.
  var request: @Sendable () -> Void = {}
  private var links: [ObjectIdentifier: Link] = [:]
  /// The same links, to be looked at one after the other.
  @exclusivity(unchecked) private var list: [Link] = []
  /// The one that was looked at last.
  @exclusivity(unchecked) private var place = 0
  /// The number of the present walk through all values; see `beginRound`.
  @exclusivity(unchecked) @usableFromInline var round: UInt = 0
  private static let last = Atomic<UInt64>(0)

  init(_ dependencies: DependencyValues) {
    home = GateValues(dependencies)
    (registry, report) = (dependencies.shared, dependencies.report)
    number = Self.last.add(1, ordering: .relaxed).newValue
  }

  /// The state uses a value.
  ///
  /// - Parameter version: the version that the state has seen.
  @inlinable func note(_ box: AnySharedBox, seen version: UInt64, _ known: inout Link?) {
    if let known, known.isKept { known.round = round } else { known = link(to: box, seen: version) }
  }

  @usableFromInline func link(to box: AnySharedBox, seen version: UInt64) -> Link {
    let root = box.root
    if let known = links[ObjectIdentifier(root)] {
      known.round = round
      return known
    }
    let link = Link(root, root.cell.observe(request), round)
    links[ObjectIdentifier(root)] = link
    list.append(link)
    // It may have been assigned since it was read.
    if root.version != version { request() }
    return link
  }

  @inlinable func beginRound() { round &+= 1 }

  /// Forgets the values that the last walk through everything did not meet.
  @usableFromInline func endRound() { keep { $0.round == round } }

  /// Called before each commit: forgets values that the state does not use any more.
  ///
  /// - Parameter isNew: whether the commit may have replaced some. Then it looks at all values, if they are few; otherwise at one,
  ///   and at the next one before the next commit.
  @usableFromInline func forgetUnused(isNew: Bool) {
    if isNew, list.count <= Sizes.of(16, tiny: 1) { return keep { !isKnownUniquelyReferenced(&$0.box) } }
    if list.isEmpty { return }
    place = place + 1 < list.count ? place + 1 : 0
    if isKnownUniquelyReferenced(&list[place].box) { keep { !isKnownUniquelyReferenced(&$0.box) } }
  }

  private func keep(_ isKept: (Link) -> Bool) {
    guard list.contains(where: { !isKept($0) }) else { return }
    links = links.filter { link in
      if isKept(link.value) { return true }
      // A reference outside of the state may keep the link.
      (link.value.isKept, link.value.observation) = (false, nil)
      return false
    }
    list = Array(links.values)
  }

  func end() { keep { _ in false } }
}
