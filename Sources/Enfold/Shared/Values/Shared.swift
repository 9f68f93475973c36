// @Shared: a value that many states have in common.

/// A value that is shared by everybody who uses its key: by states of one store and of several, by plugins, by hosts.
///
/// ```swift
/// @ObservableState struct State {
///   @Shared(.file(), key: "settings") var settings = Settings()
/// }
/// state.settings.theme = .dark                       // replaces the shared value: the last writer wins
/// state.$settings.withLock { $0.launches += 1 }      // changes the newest value, nobody comes between
/// return .run { [settings = state.$settings] _ in settings.withLock { $0.launches += 1 } }
/// ```
///
/// **In a store** a state has the value that the store has *seen*, which is what `==`, JSON and observers use. It does not
/// change while an action is reduced, but by that reducer itself. If the value is changed elsewhere, the store brings its
/// state up to date in an entry of its queue, with a commit of its own, which is observed like any other. Several changes
/// may come together in one commit. A state that is opened or restored with a value of its own shows that value until the
/// next change; the shared value stays as it is.
///
/// **Outside of stores** it reads the newest value.
///
/// Equal values (with the same JSON) are no change. The first to use a key decides its default and its storage. Without a
/// key, the key is `plugin-id/Type.property` (outside of plugins: `module/Type.property`) as soon as the state is in a store;
/// until then, and outside of states, the value belongs to this property and its copies alone.
///
/// Any thread may use it. Reading never waits for code of users.
@propertyWrapper @dynamicMemberLookup
public struct Shared<Value: JSONCodable & Sendable>: Sendable {
  /// Where the value in a state comes from.
  @usableFromInline enum Source: Sendable {
    /// It is always the newest one: the state is in no store.
    case newest
    /// It was set from outside, and is to be shown until the next change.
    case given
    /// The store has seen it.
    case seen
  }

  /// The value that was seen. Nobody reads it if the source is `newest`.
  @usableFromInline var value: Value
  /// How many assignments led to the value.
  @usableFromInline var version: UInt64 = 0
  @usableFromInline var source = Source.newest
  /// Whether the value was given from outside, and so need not be the one that the assignments led to.
  @usableFromInline var isOwn = false
  /// Whether it was changed since the last commit.
  @usableFromInline var isAssigned = false
  /// Whether an assignment of an equal value counts as a change.
  @usableFromInline var countsEveryAssignment = false
  /// The stamp of the value after the last commit, if it is an observable state.
  @usableFromInline var stamp: UInt64 = 0
  @usableFromInline var reference: SharedReference<Value>

  @usableFromInline init(_ reference: SharedReference<Value>, _ value: Value) {
    self.reference = reference
    self.value = value
  }

  // MARK: Making

  /// A value under a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: the value if there is none under this key.
  ///   - storage: where and how long it is kept. The first to use the key decides.
  ///   - key: may have any characters.
  public init(
    wrappedValue: Value, _ storage: StorageType = .memory, key: String? = nil
  ) { self.init(SharedReference(key, storage, default: wrappedValue), wrappedValue) }

  /// A value without a key, which this `Shared` and its copies have in common: for tests and previews.
  public init(value: Value) { self.init(SharedReference(own: value), value) }

  /// The value of another `Shared`.
  public init(projectedValue: Shared) { self = projectedValue.live }

  // MARK: Reading and assigning

  /// The value that this state has seen; outside of stores the newest one. Assigning replaces the shared value, whatever it
  /// is now.
  public var wrappedValue: Value {
    @inlinable get { source == .newest ? reference.newest : value }
    set { assign(newValue) }
    _modify {
      var changed = wrappedValue
      defer { assign(changed) }
      yield &changed
    }
  }

  /// The shared value itself: for `withLock`, for effects, to be observed, and to be given to others. Assigning another
  /// `Shared` makes this one use its key.
  public var projectedValue: Shared {
    get { live }
    set {
      // Observers of a wrapper outside of stores go on with the new value.
      if source == .newest { return reference.redirect(to: newValue.reference) }
      let counts = countsEveryAssignment
      self = newValue.live
      (countsEveryAssignment, isAssigned) = (counts, true)
    }
    _modify {
      let before = reference
      defer { if before !== reference { isAssigned = true } }
      yield &self
    }
  }

  /// A copy that always reads the newest value.
  private var live: Shared {
    var copy = self
    (copy.source, copy.isAssigned) = (.newest, false)
    return copy
  }

  private mutating func assign(_ new: Value) {
    if SharedAssertion.isActive { return take(new, version, hasChanged: true) }
    guard let change = reference.box().assign(new) else { return SharedGate.complain("an assignment", key) }
    take(change.now.value, change.now.version, hasChanged: change.hasChanged || countsEveryAssignment)
  }

  /// - Parameter hasChanged: whether the shared value has changed. The value that was seen may have been another one.
  private mutating func take(_ new: Value, _ version: UInt64, hasChanged: Bool) {
    if hasChanged || isOwn || self.version != version &- 1 { isAssigned = true }
    value = new
    self.version = version
    isOwn = false
    if source == .given { source = .seen }
    if source == .newest, SharedAssertion.isActive { source = .given }
  }

  /// Changes the newest value, and brings this state up to it. Nobody else changes it meanwhile.
  ///
  /// Others wait until `body` returns, so it should only compute. It may send actions, which are reduced later. It may not
  /// lock or assign another shared value, and not read a store: that traps in debug builds.
  public mutating func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    if SharedAssertion.isActive {
      var changed = wrappedValue
      defer { take(changed, version, hasChanged: true) }
      return try body(&changed)
    }
    do {
      let (result, change) = try reference.box().withLock(body)
      take(change.now.value, change.now.version, hasChanged: change.hasChanged || countsEveryAssignment)
      return result
    } catch {
      let now = reference.box().newest
      take(now.value, now.version, hasChanged: true)
      throw error
    }
  }

  // MARK: The key

  /// The key; nil as long as there is none.
  public var key: String? { reference.key }

  /// Forgets the stored value: it is the default again.
  public func removeFromStorage() {
    if SharedGate.isInside { return SharedGate.complain("removeFromStorage()", key) }
    reference.box().cell.remove()
  }

  /// Saves the value now, if it is not saved yet, and returns when that is done.
  public func save() async throws(SharedError) { try await answered { $0.save($1) } }

  /// Loads the stored value again.
  public func load() async throws(SharedError) { try await answered { $0.load($1) } }

  private func answered(
    _ begin: (SharedCell, @escaping @Sendable (SharedError?) -> Void) -> Void
  ) async throws(SharedError) {
    let cell = reference.box().cell
    let error: SharedError? = await withCheckedContinuation { continuation in
      begin(cell) { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  /// Why the value could not be loaded; nil if it could. It stays until a load or a save succeeds.
  public var loadError: SharedError? { reference.box().condition.loadError }
  /// Why the last change could not be saved; nil if it could. The value itself is not lost: the next change tries again.
  public var saveError: SharedError? { reference.box().condition.saveError }
  /// Whether the storage has not answered yet. Until it has, the value is the default.
  public var isLoading: Bool { reference.box().condition.isLoading }
}

/// Changes a shared value through a constant, such as one that an effect has captured.
public protocol SharedAccess<Value> {
  associatedtype Value: JSONCodable & Sendable
  var _$reference: SharedReference<Value> { get }
}

extension SharedAccess {
  /// Changes the newest value. Nobody else changes it meanwhile. See ``Shared/withLock(_:)``; a constant has no state to be
  /// brought up to date: stores hear of the change in their queues.
  public func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R { try _$reference.box().withLock(body).0 }
}

extension Shared: SharedAccess {
  public var _$reference: SharedReference<Value> { reference }
}

/// Whether this task states what a test expects. Then shared values are only seen to change.
package enum SharedAssertion {
  @TaskLocal package static var isActive = false
}
