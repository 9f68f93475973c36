// ObservationTree: what is observed in one store, found by pointer.

/// The interests in one state, as a tree of the tokens of their pointers. A change finds the interests at its place,
/// above it and below it, without looking at any other. Beginning and ending an interest is O(depth of its pointer).
///
/// Belongs to a store and is touched by its drainer only.
public final class ObservationTree {
  @usableFromInline let root = ObservationNode(path: .root, parent: nil)
  private var places: [UInt64: Place] = [:]
  /// The interests that also get the commits that do not reach them.
  private var always: [UInt64: Place] = [:]
  /// The number of all interests, and of those of some kinds.
  @exclusivity(unchecked) @usableFromInline var count = 0
  @exclusivity(unchecked) @usableFromInline var coalesced = 0
  @exclusivity(unchecked) @usableFromInline var wantingAction = 0
  @exclusivity(unchecked) @usableFromInline var wantingAlways = 0
  @exclusivity(unchecked) @usableFromInline var wantingEndings = 0
  @exclusivity(unchecked) @usableFromInline var wantingMutations = 0
  /// The number of interests that are observers in Swift or want mutations.
  @exclusivity(unchecked) @usableFromInline var ordered = 0
  @exclusivity(unchecked) @usableFromInline var watchCount = 0
  @exclusivity(unchecked) @usableFromInline var wantingPatch = 0
  private var lastOrder: UInt64 = 0

  /// Where an interest is.
  private struct Place {
    let node: ObservationNode
    let options: InterestOptions
    var index: Int
    /// The number of the interest in the order in which interests began.
    let order: UInt64
    /// The observer, if the interest is that of an observer in Swift.
    let observer: AnyObserver?
  }

  init() {}

  deinit { root.deallocate() }

  @inlinable public var isEmpty: Bool { count == 0 }
  /// Whether some interests coalesce, and whether all do.
  @inlinable public var someCoalesce: Bool { coalesced > 0 }
  @inlinable public var allCoalesce: Bool { coalesced == count }
  /// Whether some interests want to know actions.
  @inlinable public var wantsActions: Bool { wantingAction > 0 }
  /// Whether some interests also get the commits that do not reach them.
  @inlinable public var hasAlways: Bool { wantingAlways > 0 }
  /// Whether every interest gets its reports at once, and only of the commits that reach it.
  @inlinable public var isSimple: Bool { wantingAlways | coalesced == 0 }
  /// Whether some interests want to know when the effects of actions have ended.
  @inlinable public var wantsEndings: Bool { wantingEndings > 0 }
  /// Whether some interests want to know mutations.
  @inlinable public var wantsMutations: Bool { wantingMutations > 0 }
  /// Whether reports must be sorted by subscription before they are delivered: if there are observers in Swift, or interests
  /// in mutations. If not, the host sorts them.
  @inlinable public var needsOrder: Bool { ordered > 0 }
  /// Whether some interests are those of the store itself.
  @inlinable public var hasWatches: Bool { watchCount > 0 }

  /// Whether some interests want patches.
  @inlinable public var wantsPatches: Bool { wantingPatch > 0 }

  /// The revision of the last commit that changed anything.
  public var lastChange: UInt64 { root.contents.pointee.reached }

  /// Begins an interest, under a number that the caller chooses. Returns its place in the order of all interests.
  ///
  /// - Parameter observer: the observer, if it is one in Swift. The tree keeps it alive.
  @discardableResult
  func add(_ id: UInt64, at path: JSONPath, _ options: InterestOptions, _ observer: AnyObserver?) -> UInt64 {
    var node = root
    // The path of each node is a prefix of this one, and is not copied.
    for depth in 0..<path.count { node = node.child(at: path.prefix(depth + 1)) }
    lastOrder += 1
    let place = Place(
      node: node, options: options, index: node.add(Interest(id: id, options: options)), order: lastOrder,
      observer: observer)
    places[id] = place
    if options.isAlways { always[id] = place }
    tally(options, by: 1)
    return lastOrder
  }

  /// Ends the interests of all observers in Swift. Returns these observers in the order of subscriptions.
  func removeObservers() -> [AnyObserver] {
    let all = places.values.compactMap(\.observer).sorted { $0.order < $1.order }
    for observer in all { remove(observer.id) }
    return all
  }

  /// The place of a report's interest in the order of all interests.
  func order(of report: ChangeReport) -> UInt64 {
    guard report.options.contains(.isObserver) else { return places[report.interest]?.order ?? 0 }
    guard let pointer = UnsafeRawPointer(bitPattern: UInt(report.interest)) else { return 0 }
    return Unmanaged<AnyObserver>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.order }
  }

  /// Ends the interest with this number, if there is one.
  public func remove(_ id: UInt64) {
    guard let place = places.removeValue(forKey: id) else { return }
    tally(place.options, by: -1)
    always[id] = nil
    if let moved = place.node.remove(at: place.index) { places[moved]?.index = place.index }
    // Nodes that lead to no interest any more leave the tree.
    var node = place.node
    while !node.hasInterests, !node.hasChildren, let parent = node.contents.pointee.parent {
      parent.removeChild(node)
      node = parent
    }
  }

  /// The path and the options of the interest with this number; nil if there is none.
  public func find(_ id: UInt64) -> (path: JSONPath, options: InterestOptions)? {
    places[id].map { ($0.node.path, $0.options) }
  }

  /// Goes through the interests that get commits even if these do not reach them.
  ///
  /// - Parameter body: `reached` is the revision of the last commit that reached the place of the interest.
  public func forEachAlways(
    _ body: (_ id: UInt64, _ path: JSONPath, _ options: InterestOptions, _ reached: UInt64) -> Void
  ) {
    for (id, place) in always { body(id, place.node.path, place.options, place.node.contents.pointee.reached) }
  }

  private func tally(_ options: InterestOptions, by number: Int) {
    count += number
    if options.contains(.coalesce) { coalesced += number }
    if !options.isDisjoint(with: [.action, .actions]) { wantingAction += number }
    if options.isAlways { wantingAlways += number }
    if options.contains(.finished) { wantingEndings += number }
    if options.contains(.mutations) { wantingMutations += number }
    if !options.isDisjoint(with: [.isObserver, .mutations]) { ordered += number }
    if options.contains(.isWatch) { watchCount += number }
    if options.contains(.patch) { wantingPatch += number }
  }
}

extension InterestOptions {
  fileprivate var isAlways: Bool { contains(.raw) || tellsCauses }
}
