// SharedVisit, SharingState: a walk through the shared values in a state.

/// Binds the shared values of a state to its store, and brings them up to date. Led by the expansion of `@ObservableState`,
/// which leaves the choice among the overloads to the compiler, because a macro sees no types.
public struct SharedVisit {
  enum Purpose {
    /// Before a commit: looks at values that are new or were written.
    case settling
    /// Before the commit of a state that `restore` gave: it keeps its own values until a shared value changes.
    case restoring
    /// Something was changed elsewhere: looks at all values.
    case refreshing
  }

  let purpose: Purpose
  let links: SharedLinks
  /// Whether everything in the visited state is new.
  @usableFromInline private(set) var isWhole: Bool
  /// Whether a value differs from the one that the store saw last.
  @usableFromInline var hasChanged = false

  init(_ purpose: Purpose, _ links: SharedLinks, isWhole: Bool) {
    self.purpose = purpose
    self.links = links
    self.isWhole = isWhole || purpose == .refreshing
  }

  /// Whether to look inside a property.
  @usableFromInline func concerns(_ record: ChangeRecord, _ property: Int) -> Bool {
    isWhole || record.bits & ChangeRecord.mask(property) != 0
  }

  /// Looks inside a part of the state that has a record of its own. True if it has changed.
  ///
  /// - Parameter isNew: whether everything in it is new, whatever its record says.
  @usableFromInline mutating func look<State: SharingState>(inside state: inout State, isNew: Bool = false) -> Bool {
    let outer = (isWhole, hasChanged)
    (isWhole, hasChanged) = (isWhole || isNew || state._$changes.stamp == 0, false)
    state._$visitShared(&self)
    let result = hasChanged
    (isWhole, hasChanged) = (outer.0, outer.1 || result)
    return result
  }

  mutating func visit<Value>(_ shared: inout Shared<Value>, _ property: () -> SharedName) {
    if shared.source != .seen { return bind(&shared, property) }
    let box = shared.reference.box()
    defer { links.note(box, seen: shared.version) }
    let version = box.version
    if version == shared.version { return }
    switch purpose {
    case .restoring: (shared.version, shared.isOwn) = (version, true)
    case .settling:
      // `isWhole`: an old copy was put back, so it gets the newest value. If not, another store has just changed the value:
      // an entry for that waits in the queue.
      guard isWhole else { break }
      let newest = box.newest
      (shared.value, shared.version, shared.isOwn) = (newest.value, newest.version, false)
    case .refreshing:
      let newest = box.newest
      (shared.version, shared.isOwn) = (newest.version, false)
      // Not by `==`, which may leave out a part of the value.
      if !shared.countsEveryAssignment, encoded(shared.value) == encoded(newest.value) { break }
      shared.value = newest.value
      shared.isAssigned = true
      hasChanged = true
    }
  }

  /// Binds a shared property that this store has not seen yet.
  private func bind<Value>(_ shared: inout Shared<Value>, _ property: () -> SharedName) {
    shared.reference = shared.reference.moved(
      to: links.registry, reportingTo: links.report, property: property)
    let box = shared.reference.box()
    let newest = box.newest
    if shared.source == .newest { shared.value = newest.value }
    shared.isOwn = shared.source == .given
    shared.version = newest.version
    shared.source = .seen
    links.note(box, seen: newest.version)
  }
}

/// A state that may have shared values, themselves or in states inside.
public protocol SharingState: RecordedState {
  /// Leads a walk through the shared values.
  mutating func _$visitShared(_ visit: inout SharedVisit)
}

extension SharingState {
  @inlinable public mutating func _$visitShared(_ visit: inout SharedVisit) {}
}
