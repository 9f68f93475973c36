// ObservationNode: one place of a state that is observed, or that leads to an observed place.

/// How many interests want values, and how many want patches.
@usableFromInline struct Demand {
  @usableFromInline var values: Int32 = 0
  @usableFromInline var patches: Int32 = 0

  fileprivate mutating func count(_ options: InterestOptions, by number: Int32) {
    if options.contains(.value) { values += number }
    if options.contains(.patch) { patches += number }
  }
}

/// A node of the tree of observed pointers. Pointers that begin with the same tokens share the nodes of these tokens.
///
/// A walk goes from node to node. So a node is a bare pointer, which costs no reference counting; ``ObservationTree``
/// owns the memory. With many observers each step is a cache miss. So the fields that a walk reads lie together at the
/// beginning of `Contents`.
public struct ObservationNode: @unchecked Sendable {
  // Unchecked: a tree belongs to a store and is touched by its drainer only.
  @usableFromInline let contents: UnsafeMutablePointer<Contents>

  @usableFromInline struct Contents {
    // The fields from here to `isDead` lie in one cache line.
    /// The revision of the last commit that reached this place.
    @usableFromInline var reached: UInt64 = 0
    /// A linked list of the children that are properties of the struct at this place. It has to be made again by
    /// `resolve` if `isResolved` is not set.
    @usableFromInline var firstProperty: UnsafeMutablePointer<Contents>?
    @usableFromInline var nextProperty: UnsafeMutablePointer<Contents>?
    /// How many interests want values and patches: `now` at each commit, `later` when a drain ends.
    @usableFromInline var now = Demand()
    @usableFromInline var later = Demand()
    /// The first interest. Most nodes have no other.
    @usableFromInline var firstID: UInt64 = 0
    @usableFromInline var firstOptions: InterestOptions = []
    @usableFromInline var interestCount: Int32 = 0
    /// The index of the property that this node stands for, in the struct of its parent. Set by the parent's `resolve`.
    @usableFromInline var propertyIndex: Int16 = -1
    /// Whether there are no children and one interest, which is told at each commit of the value, or that it changed.
    @usableFromInline var isPlain = false
    @usableFromInline var isResolved = true
    @usableFromInline var hasChildren = false
    /// Whether the node has left the tree; `fresh` and `elements` of its parent may still refer to it.
    @usableFromInline var isDead = false

    @usableFromInline let path: JSONPath
    let parent: ObservationNode?
    @usableFromInline var moreInterests: [Interest] = []
    @usableFromInline var children: [JSONPath.Token: ObservationNode] = [:]
    /// The children that select elements of the list at this place: an `ElementNodes`.
    @usableFromInline var elements: Unmanaged<AnyObject>?
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
    // What a walk reads lies in one cache line.
    contents = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<Contents>.size, alignment: 64)
      .bindMemory(to: Contents.self, capacity: 1)
    contents.initialize(to: Contents(path, parent: parent))
  }

  /// Frees the node and everything below it. Nobody may refer to them any more.
  func deallocate() {
    for child in children { child.deallocate() }
    for child in contents.pointee.dead { child.deallocate() }
    contents.pointee.elements?.release()
    contents.deinitialize(count: 1)
    contents.deallocate()
  }

  @inlinable package var path: JSONPath { contents.pointee.path }
  @inlinable package var hasChildren: Bool { contents.pointee.hasChildren }
  @inlinable package var hasInterests: Bool { contents.pointee.interestCount > 0 }
  /// Whether some of the interests want the operations below the node.
  @inlinable package var wantsPatch: Bool { contents.pointee.now.patches + contents.pointee.later.patches > 0 }
  @inlinable var isDead: Bool { contents.pointee.isDead }
  @inlinable package var children: Dictionary<JSONPath.Token, ObservationNode>.Values {
    contents.pointee.children.values
  }

  /// The token by which its parent knows it. The root has none.
  package var token: JSONPath.Token { contents.pointee.path[contents.pointee.path.count - 1] }

  /// The child that a token selects.
  package func child(_ token: JSONPath.Token) -> ObservationNode? { contents.pointee.children[token] }

  // MARK: Interests

  /// The interest at a place; places count from 0 to `interestCount`.
  @inlinable func interest(_ place: Int) -> Interest {
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

  /// Removes the interest at a place. The last interest moves there: returns its number, or nil if it was the removed
  /// one.
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

  /// Sets `isPlain` again after a change.
  private func noteKind() {
    let others: InterestOptions = [.patch, .pulse, .coalesce, .actions, .mutations]
    contents.pointee.isPlain =
      !hasChildren && contents.pointee.interestCount == 1 && contents.pointee.firstOptions.isDisjoint(with: others)
  }

  private func tally(_ options: InterestOptions, by number: Int32) {
    if options.contains(.coalesce) {
      contents.pointee.later.count(options, by: number)
    } else if !options.tellsCauses {
      contents.pointee.now.count(options, by: number)
    }
  }

  // MARK: Children

  /// The child at a path, which has one token more than this node's path. The child is made if there is none.
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

  /// Takes a child out of the tree, which has neither interests nor children. `freeDead` frees it, now or later.
  func removeChild(_ child: ObservationNode) {
    guard let token = child.path.last else { return }
    contents.pointee.children[token] = nil
    contents.pointee.hasChildren = !contents.pointee.children.isEmpty
    contents.pointee.isResolved = false
    contents.pointee.firstProperty = nil
    noteKind()
    child.contents.pointee.isDead = true
    contents.pointee.dead.append(child)
    freeDead(upTo: Sizes.of(16 + contents.pointee.children.count, tiny: 0))
  }

  /// Frees the dead children if there are more than `limit`.
  @usableFromInline func freeDead(upTo limit: Int) {
    guard contents.pointee.dead.count > limit else { return }
    contents.pointee.fresh.removeAll { $0.isDead }
    (contents.pointee.elements?.takeUnretainedValue() as? any ElementTable)?.removeDead()
    for child in contents.pointee.dead { child.deallocate() }
    contents.pointee.dead = []
  }

  // MARK: Properties

  /// Finds out which children are properties of the struct at this place.
  @inlinable @inline(never) func resolve<State: ObservableState>(_ type: State.Type) {
    contents.pointee.firstProperty = nil
    for child in children {
      guard let token = child.path.last, let index = State._$propertyIndex(of: token) else { continue }
      child.contents.pointee.propertyIndex = Int16(index)
      child.contents.pointee.nextProperty = contents.pointee.firstProperty
      contents.pointee.firstProperty = child.contents
    }
    contents.pointee.fresh = []
    contents.pointee.isResolved = true
    freeDead(upTo: 0)
  }

  /// The first child that is a property; nil if there is none.
  @inlinable func firstProperty<State: ObservableState>(of type: State.Type) -> ObservationNode? {
    if !contents.pointee.isResolved { resolve(type) }
    return contents.pointee.firstProperty.map(ObservationNode.init(contents:))
  }

  /// The bit of this property in the change record of its struct.
  @inlinable var mask: UInt64 { ChangeRecord.mask(Int(contents.pointee.propertyIndex)) }

  @inlinable var nextProperty: ObservationNode? { contents.pointee.nextProperty.map(ObservationNode.init(contents:)) }

  /// The child for a property; nil if the property is not observed.
  @inlinable func property<State: ObservableState>(_ propertyIndex: Int, of type: State.Type) -> ObservationNode? {
    var property = firstProperty(of: type)
    while let node = property {
      if node.contents.pointee.propertyIndex == propertyIndex { return node }
      property = node.nextProperty
    }
    return nil
  }
}
