// SharedVisit, SharingState: a walk through the shared values in a state.

/// Binds the shared values of a state to its store, and brings them up to date. Led by the expansion of `@ObservableState`,
/// which leaves the choice among the overloads to the compiler, because a macro sees no types.
public struct SharedVisit {
  @usableFromInline enum Purpose {
    /// Before a commit: looks at values that are new or were written.
    case settling
    /// Before the commit of a state that `restore` gave: it keeps its own values until a shared value changes.
    case restoring
    /// Something was changed elsewhere: looks at all values.
    case refreshing
    /// A reducer has assigned something: whether a value of the state is an older one than that of its box. Changes nothing.
    case comparing
  }

  @usableFromInline let purpose: Purpose
  @usableFromInline let links: SharedLinks
  /// Whether everything in the visited state is new.
  @usableFromInline var isWhole: Bool
  /// Whether a value differs from the one that the store saw last.
  @usableFromInline var hasChanged = false
  /// Whether a value is older than that of its box.
  @usableFromInline var isBehind = false

  @usableFromInline init(_ purpose: Purpose, _ links: SharedLinks, isWhole: Bool) {
    self.purpose = purpose
    self.links = links
    self.isWhole = isWhole || purpose == .refreshing || purpose == .comparing
  }

  /// Goes on to the place of a token.
  @inlinable mutating func enter<R>(_ token: @autoclosure () -> String, _ body: (inout SharedVisit) -> R) -> R {
    guard let stacks = links.stacks else { return body(&self) }
    stacks.place.append(token())
    defer { stacks.place.removeLast() }
    return body(&self)
  }

  /// Visits a stack: the next number that it gives is not lowered.
  @usableFromInline mutating func number(_ next: inout Int, _ name: StaticString) {
    if purpose == .comparing { return }
    if let stacks = links.stacks { stacks.meet("\(name)", next: &next) } else { links.hasFoundStack = true }
  }

  /// Whether to look inside a property.
  @inlinable func concerns(_ record: ChangeRecord, _ property: Int) -> Bool {
    isWhole || record.bits & ChangeRecord.mask(property) != 0
  }

  /// Looks inside a part of the state that has a record of its own. True if it has changed.
  ///
  /// - Parameter isNew: whether everything in it is new, whatever its record says.
  @inlinable mutating func look<State: SharingState>(inside state: inout State, isNew: Bool = false) -> Bool {
    let outer = (isWhole, hasChanged)
    (isWhole, hasChanged) = (isWhole || isNew || state._$changes.stamp == 0, false)
    state._$visitShared(&self)
    let result = hasChanged
    (isWhole, hasChanged) = (outer.0, outer.1 || result)
    return result
  }

  @inlinable mutating func visit<Value, Root>(
    _ shared: inout Shared<Value>, of root: Root.Type, _ name: StaticString, file: StaticString?
  ) {
    if shared.source != .seen { return bind(&shared, of: root, name, file: file) }
    if shared.reference.store != links.number { shared.reference = shared.reference.copy(in: links) }
    let box = shared.reference.box()
    defer { links.note(box, seen: shared.version, &shared.reference.link) }
    switch purpose {
    case .restoring:
      let version = box.version
      if version != shared.version { (shared.version, shared.isOwn) = (version, true) }
    case .settling:
      // `isWhole`: an old copy was put back, so it gets the newest value. If not, another store has just changed the value:
      // an entry for that waits in the queue.
      guard isWhole, box.version != shared.version else { break }
      links.hasFound = true
      shared.value = box.newest(&shared.version)
      shared.isOwn = false
    case .refreshing:
      var version: UInt64 = 0
      let newest = box.newest(&version)
      if version == shared.version { break }
      (shared.version, shared.isOwn) = (version, false)
      // Not by `==`, which may leave out a part of the value.
      if !shared.countsEveryAssignment, shared.value.hasSameJSON(as: newest) { break }
      shared.value = newest
      shared.isAssigned = true
      hasChanged = true
    case .comparing: if box.version != shared.version { isBehind = true }
    }
  }

  /// Binds a shared property that this store has not seen yet.
  @usableFromInline func bind<Value, Root>(
    _ shared: inout Shared<Value>, of root: Root.Type, _ name: StaticString, file: StaticString?
  ) {
    if purpose == .comparing { return }
    shared.reference = shared.reference.moved(to: links) {
      SharedNames.name(of: root, "\(name)", file: file)
    }
    let box = shared.reference.box()
    var version: UInt64 = 0
    if shared.source == .given, links.registry.takesGiven, let assignment = box.assign(&shared.value) {
      (version, shared.isOwn) = (assignment.version, false)
    } else {
      let newest = box.newest(&version)
      if shared.source == .newest {
        shared.value = newest
        links.hasFound = true
      }
      shared.isOwn = shared.source == .given
    }
    shared.version = version
    shared.source = .seen
    links.note(box, seen: version, &shared.reference.link)
  }
}

/// A state that may have shared values, themselves or in states inside.
public protocol SharingState: RecordedState {
  /// Leads a walk through the shared values.
  mutating func _$visitShared(_ visit: inout SharedVisit)

  /// Whether a walk before a commit may find something new: a shared value that the store has not seen yet, or something
  /// written that may have shared values inside.
  ///
  /// - Parameter store: the number of its ``SharedLinks``.
  func _$hasNewShared(in store: UInt64) -> Bool
}

extension SharingState {
  @inlinable public mutating func _$visitShared(_ visit: inout SharedVisit) {}
  @inlinable public func _$hasNewShared(in store: UInt64) -> Bool { false }
}
