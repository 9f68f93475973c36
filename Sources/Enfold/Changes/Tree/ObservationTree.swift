// ObservationTree: everything of one store that is observed, by pointer.
import EnfoldJSON

/// The interests in one state as a tree of their pointers' tokens. A change finds the interests at, above and below it
/// without looking at any other. Taking up and ending an interest is O(depth of its pointer).
///
/// Belongs to a store and is touched by its drainer only.
public final class ObservationTree {
  @usableFromInline let root = ObservationNode(path: .root, parent: nil)
  private var places: [UInt64: Place] = [:]
  /// Interests that are told of commits that do not reach them, too.
  private var always: [UInt64: Place] = [:]
  /// How many interests there are in all, and of some kinds.
  @exclusivity(unchecked) @usableFromInline var count = 0
  @exclusivity(unchecked) @usableFromInline var coalesced = 0
  @exclusivity(unchecked) @usableFromInline var wantingAction = 0
  @exclusivity(unchecked) @usableFromInline var wantingAlways = 0
  @exclusivity(unchecked) @usableFromInline var wantingEndings = 0
  @exclusivity(unchecked) @usableFromInline var observerCount = 0
  private var lastOrder: UInt64 = 0

  /// Where an interest is.
  private struct Place {
    let node: ObservationNode
    let options: InterestOptions
    var index: Int
    /// Its number in the order in which the interests were taken up.
    let order: UInt64
    /// Who is told, if that is an observer in Swift.
    let observer: AnyObserver?
  }

  init() {}

  deinit { root.deallocate() }

  @inlinable public var isEmpty: Bool { count == 0 }
  /// Whether some interests coalesce, and whether all do.
  @inlinable public var coalesces: Bool { coalesced > 0 }
  @inlinable public var isCoalescing: Bool { coalesced == count }
  /// Whether some interests want to know actions.
  @inlinable public var wantsActions: Bool { wantingAction > 0 }
  /// Whether some interests are told of commits that do not reach them.
  @inlinable public var hasAlways: Bool { wantingAlways > 0 }
  /// Whether all interests are told at once of what reaches them, and of nothing else.
  @inlinable public var isSimple: Bool { wantingAlways | coalesced == 0 }
  /// Whether some interests are told when the effects of actions have ended.
  @inlinable public var wantsEndings: Bool { wantingEndings > 0 }
  /// Whether some interests are observers in Swift.
  @inlinable public var hasObservers: Bool { observerCount > 0 }

  /// The last commit that changed anything.
  public var lastChange: UInt64 { root.contents.pointee.reached }

  /// Takes up an interest under a number of the caller's. Returns its place in the order of all interests.
  ///
  /// - Parameter observer: who is told, if that is an observer in Swift; it is kept.
  @discardableResult
  func add(_ id: UInt64, at path: JSONPath, _ options: InterestOptions, _ observer: AnyObserver?) -> UInt64 {
    var node = root
    // Each node's path is a part of this one, without a copy.
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

  /// Ends the interests of all observers in Swift, and returns these in their order.
  func removeObservers() -> [AnyObserver] {
    let all = places.values.compactMap(\.observer).sorted { $0.order < $1.order }
    for observer in all { remove(observer.id) }
    return all
  }

  /// The place in the order of all interests of the one that is told something.
  func order(of report: ChangeReport) -> UInt64 {
    guard report.options.contains(.isObserver) else { return places[report.interest]?.order ?? 0 }
    guard let pointer = UnsafeRawPointer(bitPattern: UInt(report.interest)) else { return 0 }
    return Unmanaged<AnyObserver>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.order }
  }

  /// Ends an interest, if there is one of that number.
  public func remove(_ id: UInt64) {
    guard let place = places.removeValue(forKey: id) else { return }
    tally(place.options, by: -1)
    always[id] = nil
    if let moved = place.node.remove(at: place.index) { places[moved]?.index = place.index }
    // What leads nowhere any more goes.
    var node = place.node
    while !node.hasInterests, !node.hasChildren, let parent = node.contents.pointee.parent {
      parent.bury(node)
      node = parent
    }
  }

  /// What an interest is about, if there is one of that number.
  public func find(_ id: UInt64) -> (path: JSONPath, options: InterestOptions)? {
    places[id].map { ($0.node.path, $0.options) }
  }

  /// Goes through the interests that are told of every commit.
  ///
  /// - Parameter body: is given the last commit that reached the interest's place, too.
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
    if options.contains(.isObserver) { observerCount += number }
  }
}

extension InterestOptions {
  fileprivate var isAlways: Bool { !isDisjoint(with: [.raw, .actions]) }
}
