// ObservationNode: one place of a state that somebody observes, or that leads to one.
import EnfoldJSON

/// How many interests want what.
@usableFromInline struct Demand {
  @usableFromInline var values: Int32 = 0
  @usableFromInline var patches: Int32 = 0

  fileprivate mutating func count(_ options: InterestOptions, by number: Int32) {
    if options.contains(.value) { values += number }
    if options.contains(.patch) { patches += number }
  }
}

/// A node of the tree of observed pointers, made of the tokens that they share.
///
/// The walk through a commit's changes goes from node to node. So a node is a bare pointer, which costs no reference
/// counting; ``ObservationTree`` owns the memory. With many observers each step is a cache miss: what the walk reads lies
/// together at the beginning.
public struct ObservationNode: @unchecked Sendable {
  // Unchecked: a tree belongs to a store and is touched by its drainer only.
  @usableFromInline let contents: UnsafeMutablePointer<Contents>

  @usableFromInline struct Contents {
    // One cache line.
    /// The commit that reached it last.
    @usableFromInline var reached: UInt64 = 0
    /// The children that are properties of the struct at this place, linked; found again when `isResolved` is not set.
    @usableFromInline var firstProperty: UnsafeMutablePointer<Contents>?
    @usableFromInline var nextProperty: UnsafeMutablePointer<Contents>?
    /// How many interests want values and patches at each commit, and when a drain ends.
    @usableFromInline var now = Demand()
    @usableFromInline var later = Demand()
    /// The first interest: most often the only one.
    @usableFromInline var firstID: UInt64 = 0
    @usableFromInline var firstOptions: InterestOptions = []
    @usableFromInline var interestCount: Int32 = 0
    /// Its place among the properties of a struct.
    @usableFromInline var slot: Int16 = -1
    /// Whether nothing is below, and one interest is here that is told values, or only that they changed, at each commit.
    @usableFromInline var isPlain = false
    @usableFromInline var isResolved = true
    @usableFromInline var hasChildren = false
    /// Whether it has left the tree; `fresh` and `elements` of its parent may still refer to it.
    @usableFromInline var isDead = false

    @usableFromInline let path: JSONPath
    let parent: ObservationNode?
    @usableFromInline var moreInterests: [Interest] = []
    @usableFromInline var children: [JSONPath.Token: ObservationNode] = [:]
    /// The children that select elements of the list at this place: an `ElementNodes`.
    @usableFromInline var elements: AnyObject?
    /// Children that `elements` does not know yet.
    @usableFromInline var fresh: [ObservationNode] = []
    /// Children that have left the tree.
    var dead: [ObservationNode] = []

    init(_ path: JSONPath, parent: ObservationNode?) {
      self.path = path
      self.parent = parent
    }
  }

  @inlinable init(contents: UnsafeMutablePointer<Contents>) { self.contents = contents }

  init(path: JSONPath, parent: ObservationNode?) {
    contents = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<Contents>.stride, alignment: 64)
      .bindMemory(to: Contents.self, capacity: 1)
    contents.initialize(to: Contents(path, parent: parent))
  }

  /// Frees the node and everything below; nobody refers to it any more.
  func deallocate() {
    for child in children { child.deallocate() }
    for child in contents.pointee.dead { child.deallocate() }
    contents.deinitialize(count: 1)
    contents.deallocate()
  }

  @inlinable var path: JSONPath { contents.pointee.path }
  @inlinable var hasChildren: Bool { contents.pointee.hasChildren }
  @inlinable var hasInterests: Bool { contents.pointee.interestCount > 0 }
  @inlinable var isDead: Bool { contents.pointee.isDead }
  @inlinable var children: Dictionary<JSONPath.Token, ObservationNode>.Values { contents.pointee.children.values }

  // MARK: Interests

  /// The interests, from 0 to `interestCount`.
  @inlinable
  func interest(_ place: Int) -> Interest {
    place == 0
      ? Interest(id: contents.pointee.firstID, options: contents.pointee.firstOptions)
      : contents.pointee.moreInterests[place - 1]
  }

  private func setInterest(_ place: Int, _ interest: Interest) {
    if place > 0 { return contents.pointee.moreInterests[place - 1] = interest }
    contents.pointee.firstID = interest.id
    contents.pointee.firstOptions = interest.options
  }

  /// Adds an interest and returns its place.
  func add(_ interest: Interest) -> Int {
    let place = Int(contents.pointee.interestCount)
    if place == 0 { setInterest(0, interest) } else { contents.pointee.moreInterests.append(interest) }
    contents.pointee.interestCount += 1
    tally(interest.options, by: 1)
    noteKind()
    return place
  }

  /// Removes the interest at a place. Returns the number of the one that takes its place, if one does.
  func remove(at place: Int) -> UInt64? {
    tally(interest(place).options, by: -1)
    let last = Int(contents.pointee.interestCount) - 1
    let moved = interest(last)
    contents.pointee.interestCount -= 1
    if place != last { setInterest(place, moved) }
    if last > 0 { contents.pointee.moreInterests.removeLast() }
    noteKind()
    return place == last ? nil : moved.id
  }

  /// Notes what is here now.
  private func noteKind() {
    let others: InterestOptions = [.patch, .pulse, .coalesce, .actions]
    contents.pointee.isPlain =
      !hasChildren && contents.pointee.interestCount == 1 && contents.pointee.firstOptions.isDisjoint(with: others)
  }

  private func tally(_ options: InterestOptions, by number: Int32) {
    if options.contains(.coalesce) {
      contents.pointee.later.count(options, by: number)
    } else if !options.contains(.actions) {
      contents.pointee.now.count(options, by: number)
    }
  }

  // MARK: Children

  /// The child at a path, which is one token longer than this node's; made if there is none.
  func child(at path: JSONPath) -> ObservationNode {
    guard let token = path.last else { return self }
    if let child = contents.pointee.children[token] { return child }
    let child = ObservationNode(path: path, parent: self)
    contents.pointee.children[token] = child
    contents.pointee.hasChildren = true
    contents.pointee.fresh.append(child)
    contents.pointee.isResolved = false
    noteKind()
    return child
  }

  /// Takes a child out of the tree that has neither interests nor children.
  func bury(_ child: ObservationNode) {
    guard let token = child.path.last else { return }
    contents.pointee.children[token] = nil
    contents.pointee.hasChildren = !contents.pointee.children.isEmpty
    contents.pointee.isResolved = false
    contents.pointee.firstProperty = nil
    noteKind()
    child.contents.pointee.isDead = true
    contents.pointee.dead.append(child)
    sweep(upTo: Sizes.of(16 + contents.pointee.children.count, tiny: 0))
  }

  /// Frees the dead children, if there are more than so many.
  @usableFromInline
  func sweep(upTo limit: Int) {
    guard contents.pointee.dead.count > limit else { return }
    contents.pointee.fresh.removeAll { $0.isDead }
    (contents.pointee.elements as? any ElementTable)?.removeDead()
    for child in contents.pointee.dead { child.deallocate() }
    contents.pointee.dead = []
  }

  // MARK: Properties

  /// Finds out which children are properties of the struct at this place.
  @inlinable @inline(never)
  func resolve<State: ObservableState>(_ type: State.Type) {
    contents.pointee.firstProperty = nil
    for child in children {
      guard let token = child.path.last, let index = State._$propertyIndex(of: token) else { continue }
      child.contents.pointee.slot = Int16(index)
      child.contents.pointee.nextProperty = contents.pointee.firstProperty
      contents.pointee.firstProperty = child.contents
    }
    contents.pointee.fresh = []
    contents.pointee.isResolved = true
    sweep(upTo: 0)
  }

  /// The first child that is a property.
  @inlinable
  func firstProperty<State: ObservableState>(of type: State.Type) -> ObservationNode? {
    if !contents.pointee.isResolved { resolve(type) }
    return contents.pointee.firstProperty.map(ObservationNode.init(contents:))
  }

  /// Its bit in the change record of the struct that it is a property of.
  @inlinable var mask: UInt64 { ChangeRecord.mask(Int(contents.pointee.slot)) }

  @inlinable var nextProperty: ObservationNode? {
    contents.pointee.nextProperty.map(ObservationNode.init(contents:))
  }

  /// The child that is a property, if that is observed.
  @inlinable
  func property<State: ObservableState>(_ slot: Int, of type: State.Type) -> ObservationNode? {
    var property = firstProperty(of: type)
    while let node = property {
      if node.contents.pointee.slot == slot { return node }
      property = node.nextProperty
    }
    return nil
  }
}
