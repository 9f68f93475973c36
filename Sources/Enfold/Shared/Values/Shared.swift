// @Shared: a value that many states have in common.
import Synchronization

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
  public init(projectedValue: Shared) {
    self = projectedValue.live
    // The reference of a state in a store is this store's.
    if reference.store != 0 { reference = reference.copy() }
  }

  // MARK: Reading and assigning

  /// The value that this state has seen; outside of stores the newest one. Assigning replaces the shared value, whatever it
  /// is now.
  public var wrappedValue: Value {
    @inlinable get { source == .newest ? reference.newest : value }
    @inlinable set { assign(newValue) }
    @inlinable _modify {
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
      if source == .newest, reference.store == 0 { return reference.redirect(to: newValue.reference) }
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

  @inlinable mutating func assign(_ new: Value) {
    if SharedAssertion.isActive { return take(new, SharedAssignment(version: version, hasChanged: true)) }
    var now = new
    guard let assignment = reference.box().assign(&now) else { return SharedGate.complain("an assignment", key) }
    take(now, assignment)
  }

  /// The value that was seen may have been another one than the one before the assignment.
  @inlinable mutating func take(_ new: Value, _ assignment: SharedAssignment) {
    let isNews = assignment.hasChanged || countsEveryAssignment
    if isNews || isOwn || version != assignment.version &- 1 { isAssigned = true }
    if isOwn || version != (assignment.hasChanged ? assignment.version &- 1 : assignment.version) {
      DependencyTap.noteShared()
    }
    value = new
    version = assignment.version
    isOwn = false
    if source == .given { source = .seen }
    if source == .newest, SharedAssertion.isActive { source = .given }
  }

  /// Changes the newest value, and brings this state up to it. Nobody else changes it meanwhile.
  ///
  /// Others wait until `body` returns, so it should only compute. It may send actions, which are reduced later. It may not
  /// lock or assign another shared value, and not read a store: that traps in debug builds.
  @inlinable public mutating func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    if SharedAssertion.isActive {
      var changed = wrappedValue
      defer { take(changed, SharedAssignment(version: version, hasChanged: true)) }
      return try body(&changed)
    }
    var result: R?
    try reference.box().change({ result = try body(&$0) }, finished: { take($0, $1) })
    return returned(result)
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

/// The result of a body that has returned.
@inlinable func returned<R>(_ result: R?) -> R {
  guard let result else { preconditionFailure("the body of withLock was not called") }
  return result
}

/// Changes a shared value through a constant, such as one that an effect has captured.
public protocol SharedAccess<Value> {
  associatedtype Value: JSONCodable & Sendable
  var _$reference: SharedReference<Value> { get }
}

extension SharedAccess {
  /// Changes the newest value. Nobody else changes it meanwhile. See ``Shared/withLock(_:)``; a constant has no state to be
  /// brought up to date: stores hear of the change in their queues.
  @inlinable public func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    var result: R?
    try _$reference.box().change({ result = try body(&$0) }, finished: { _, _ in })
    return returned(result)
  }
}

extension Shared: SharedAccess {
  public var _$reference: SharedReference<Value> { reference }
}

/// Whether this task states what a test expects. Then shared values are only seen to change.
@usableFromInline package enum SharedAssertion {
  @TaskLocal private static var isStated = false
  /// How many do, in the process: so the programs that do not, which are most, need not look for the task.
  private static let statements = Atomic<Int>(0)

  @usableFromInline static var isActive: Bool { statements.load(ordering: .relaxed) > 0 && isStated }

  package static func state<R>(_ body: () throws -> R) rethrows -> R {
    statements.add(1, ordering: .relaxed)
    defer { statements.subtract(1, ordering: .relaxed) }
    return try $isStated.withValue(true, operation: body)
  }
}
