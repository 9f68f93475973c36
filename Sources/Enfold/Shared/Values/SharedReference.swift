// SharedReference: which shared value a wrapper stands for.

/// The key of a wrapper, and its box when somebody has asked for it. All copies of a wrapper have it in common. Not a part of
/// the interface.
public final class SharedReference<Value: JSONCodable & Sendable>: @unchecked Sendable {
  // Unchecked: `target` and `found` are touched under `lock` only, and `link` by the drainer of one store.

  /// The shared value that it stands for, if nobody has asked for its box.
  private struct Target {
    /// Nil if there is none, or none yet.
    var key: String?
    var storage = StorageType.memory
    /// Whether it gets a key when its state enters a store.
    var isToBeNamed = false
    var initial: Value
  }

  /// The number of the ``SharedLinks`` of the store whose state has it; 0 if it is in no store.
  @usableFromInline let store: UInt64
  /// The store's link to the box. Touched by the store's drainer only.
  @exclusivity(unchecked) @usableFromInline var link: SharedLinks.Link?
  @usableFromInline let lock = Lock()
  private var target: Target
  @exclusivity(unchecked) @usableFromInline var found: SharedBox<Value>?
  private let redirections = SharedListeners<@Sendable () -> Void>()

  private init(_ target: Target, _ found: SharedBox<Value>? = nil, in store: UInt64 = 0) {
    self.target = target
    self.found = found
    self.store = store
  }

  convenience init(_ key: String?, _ storage: StorageType, default value: Value) {
    self.init(Target(key: key, storage: storage, isToBeNamed: key == nil, initial: value))
  }

  /// A value of its own.
  convenience init(own value: Value) { self.init(Target(initial: value)) }

  /// A box that is known already.
  convenience init(_ box: SharedBox<Value>, default value: Value) { self.init(Target(initial: value), box) }

  private var now: (target: Target, found: SharedBox<Value>?) { lock.withLock { (target, found) } }

  /// The key; nil if there is none, or none yet.
  var key: String? {
    let now = now
    return now.found?.cell.key ?? now.target.key
  }

  @usableFromInline var newest: Value {
    DependencyTap.noteShared()
    return box().newest
  }

  /// The box, in the registry that is known here.
  @inlinable func box() -> SharedBox<Value> { lock.withLock { found } ?? findBox() }

  @usableFromInline func findBox() -> SharedBox<Value> {
    let target = now.target
    guard let key = target.key else { return keep(ownBox(target)) }
    let dependencies = dependencies
    return keep(
      dependencies.shared.box(key, target.storage, default: target.initial, reportingTo: dependencies.report))
  }

  /// Inside of a gate those of its store.
  private var dependencies: DependencyValues { GateHome.here?.values ?? .here }

  /// A box that nobody else finds.
  private func ownBox(_ target: Target) -> SharedBox<Value> {
    let text = encoded(target.initial)
    let cell =
      target.storage.outlivesProcess
      ? dependencies.shared.cellWithoutKey(target.storage, default: text)
      : LocalCell(key: "(without a key)", default: text)
    return CellBox(cell, nil, default: target.initial, in: nil)
  }

  private func keep(_ box: SharedBox<Value>) -> SharedBox<Value> {
    lock.withLock {
      if let found { return found }
      found = box
      return box
    }
  }

  // MARK: Another value

  /// Lets this wrapper and its copies stand for another value.
  func redirect(to other: SharedReference) {
    // Without a key the box is all that both can have in common.
    if other.now.target.key == nil { _ = other.box() }
    let new = other.now
    let old = lock.withLock { (exchange(&target, with: new.target), exchange(&found, with: new.found)) }
    withExtendedLifetime(old) {}  // without the lock, because releasing may run any code
    redirections.callAll()
  }

  /// Calls `body` whenever the wrapper was made to stand for another value.
  func observeRedirections(_ body: @escaping @Sendable () -> Void) -> SharedObservation { redirections.add(body) }

  /// Another reference to the same box: of a state in a store, or of a wrapper outside of stores.
  @usableFromInline func copy(in links: SharedLinks? = nil) -> SharedReference {
    SharedReference(now.target, box(), in: links?.number ?? 0)
  }

  /// The reference of a state in a store: to the same value in the store's registry, or under the name that it gets there.
  /// It is one of its own, because states of other stores may be copies of this one.
  func moved(to links: SharedLinks, property: () -> SharedName) -> SharedReference {
    var (target, found) = now
    let (registry, report) = (links.registry, links.report)
    if target.key != nil || target.isToBeNamed, found?.registry !== registry || found == nil {
      // If the value is new in this registry, it begins as it is in the old one.
      if let found { target.initial = found.newest }
      if let key = target.key {
        found = registry.box(key, target.storage, default: target.initial, reportingTo: report)
      } else {
        let name = property()
        found = registry.box(of: name, target.storage, default: target.initial, reportingTo: report)
        // Refused: it is a value of its own.
        guard found != nil else { return SharedReference(Target(initial: target.initial), in: links.number) }
        target.key = name.key
        // Others may have got the value from here: it is the same value, in whatever property they keep it.
        lock.withLock { if self.target.key == nil { self.target.key = name.key } }
      }
    }
    return SharedReference(target, found ?? box(), in: links.number)
  }
}
