// PartAccount: the account of a part of an effect tree that can be cancelled without the rest.

/// A part of a tree that can be cancelled without the rest: by an id, or because a child has gone.
@usableFromInline final class PartAccount: EffectAccount, @unchecked Sendable {
  // Unchecked: `whenEnded` is touched by the drainer until it has started everything, and then by the end; `parent`
  // changes only when the last reference goes.
  private(set) var parent: EffectAccount?
  /// By which it is cancelled; nil if it is a child's.
  let id: EffectID?
  /// Where it is known, once it is registered. Under the registry's lock.
  var entries: [EffectEntry] = []
  private let root: TaskAccount
  private let enclosing: EffectSequence?
  private var whenEnded: (@Sendable () -> Void)?

  /// Begins with one thing pending: its own start.
  ///
  /// - Parameters:
  ///   - path: the child that it is the account of, or the child to which its id belongs.
  ///   - id: by which it is cancelled; nil if it is a child's.
  ///   - sequence: the outermost concatenation in which it is.
  ///   - whenEnded: called when everything in it has ended, unless ``started()`` says so.
  init(
    in parent: EffectAccount, path: ChildPath?, id: EffectID?, sequence: EffectSequence? = nil,
    whenEnded: (@Sendable () -> Void)?
  ) {
    self.parent = parent
    enclosing = sequence
    self.whenEnded = whenEnded
    root = parent.task
    self.id = id
    super.init(registry: parent.registry, path: path)
  }

  /// The children whose absence ends it, the last one first: those on its path that are not on the path of the account around
  /// it.
  var children: [ChildPath] { ChildPath.all(from: path, to: parent?.path).filter(\.child.owner.mayBeAbsent) }

  @usableFromInline override var task: TaskAccount { root }
  @usableFromInline override var sequence: EffectSequence? { enclosing }

  /// All of it has been started. True if it has ended already: then the caller goes on with the next part.
  @usableFromInline
  func started() -> Bool {
    let hasEnded = countDown()
    if hasEnded {
      whenEnded = nil
      endAll()
    }
    return hasEnded
  }

  @usableFromInline
  override func end() -> EffectAccount? {
    registry.remove(self)
    let parent = parent
    if parent?.isCancelled != true { whenEnded?() }
    whenEnded = nil
    return parent
  }

  deinit {
    // Without recursion, however deep the tree.
    var above = parent as? PartAccount
    parent = nil
    while above != nil, isKnownUniquelyReferenced(&above) {
      let next = above?.parent as? PartAccount
      above?.parent = nil
      above = next
    }
  }
}
