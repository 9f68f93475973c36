// SharedReference: which shared value a wrapper stands for.

/// The key of a wrapper, and its box when somebody has asked for it. All copies of a wrapper have it in common. Not a part of
/// the interface.
public final class SharedReference<Value: JSONCodable & Sendable>: @unchecked Sendable {
  // Unchecked: `target` is touched under `lock` only.

  /// The shared value that it stands for.
  private struct Target {
    /// Nil if there is none, or none yet.
    var key: String?
    var storage = StorageType.memory
    /// Whether it gets a key when its state enters a store.
    var isToBeNamed = false
    var initial: Value
    var found: SharedBox<Value>?
  }

  private let lock = Lock()
  private var target: Target
  private let redirections = SharedListeners<@Sendable () -> Void>()

  private init(_ target: Target) { self.target = target }

  convenience init(_ key: String?, _ storage: StorageType, default value: Value) {
    self.init(Target(key: key, storage: storage, isToBeNamed: key == nil, initial: value))
  }

  /// A value of its own.
  convenience init(own value: Value) { self.init(Target(initial: value)) }

  /// A box that is known already.
  convenience init(_ box: SharedBox<Value>, default value: Value) { self.init(Target(initial: value, found: box)) }

  private var now: Target { lock.withLock { target } }

  /// The key; nil if there is none, or none yet.
  var key: String? {
    let now = now
    return now.found?.cell.key ?? now.key
  }

  @usableFromInline var newest: Value { box().newest.value }

  /// The box, in the registry that is bound here.
  @usableFromInline func box() -> SharedBox<Value> {
    let now = now
    if let found = now.found { return found }
    guard let key = now.key else { return keep(ownBox(now)) }
    let dependencies = DependencyValues.here
    return keep(
      dependencies.shared.box(key, now.storage, default: now.initial, reportingTo: dependencies.report))
  }

  /// A box that nobody else finds.
  private func ownBox(_ target: Target) -> SharedBox<Value> {
    let text = encoded(target.initial)
    let cell =
      target.storage.outlivesProcess
      ? DependencyValues.here.shared.cellWithoutKey(target.storage, default: text)
      : LocalCell(key: "(without a key)", default: text)
    return CellBox(cell, nil, default: target.initial, in: nil)
  }

  private func keep(_ box: SharedBox<Value>) -> SharedBox<Value> {
    lock.withLock {
      if let found = target.found { return found }
      target.found = box
      return box
    }
  }

  // MARK: Another value

  /// Lets this wrapper and its copies stand for another value.
  func redirect(to other: SharedReference) {
    // Without a key the box is all that both can have in common.
    if other.now.key == nil { _ = other.box() }
    let new = other.now
    let old = lock.withLock { exchange(&target, with: new) }
    withExtendedLifetime(old) {}  // without the lock, because releasing may run any code
    redirections.callAll()
  }

  /// Calls `body` whenever the wrapper was made to stand for another value.
  func observeRedirections(_ body: @escaping @Sendable () -> Void) -> SharedObservation { redirections.add(body) }

  /// The reference of a state in a store: to the same value in the store's registry, or under the name that it gets there.
  /// It is one of its own, because states of other stores may be copies of this one.
  func moved(
    to registry: SharedRegistry, reportingTo report: DependencyValues.Report?, property: () -> SharedName
  ) -> SharedReference {
    var new = now
    guard new.key != nil || new.isToBeNamed else { return self }
    if new.found?.registry !== registry || new.found == nil {
      // If the value is new in this registry, it begins as it is in the old one.
      if let known = new.found { new.initial = known.newest.value }
      if let key = new.key {
        new.found = registry.box(key, new.storage, default: new.initial, reportingTo: report)
      } else {
        let name = property()
        new.found = registry.box(of: name, new.storage, default: new.initial, reportingTo: report)
        guard new.found != nil else { return SharedReference(own: new.initial) }
        new.key = name.key
        // Others may have got the value from here: it is the same value, in whatever property they keep it.
        lock.withLock { if target.key == nil { target.key = name.key } }
      }
    }
    return SharedReference(new)
  }
}
