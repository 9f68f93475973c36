// ChangeTracking: what the expansion of @ObservableState calls for the shared values of a state.

// MARK: Whether a property may have shared values inside

extension ChangeTracking {
  @inlinable public static func hasShared<Root, T>(_: (Root) -> T, _ search: inout SharedSearch) -> Bool { false }
  @inlinable public static func hasShared<Root, T>(_: (Root) -> Shared<T>, _ search: inout SharedSearch) -> Bool {
    true
  }
  @inlinable public static func hasShared<Root, T>(
    _: (Root) -> SharedReader<T>, _ search: inout SharedSearch
  ) -> Bool { true }
  @inlinable public static func hasShared<Root, T: RecordedState>(
    _: (Root) -> T, _ search: inout SharedSearch
  ) -> Bool { inside(T.self, &search) }
  @inlinable public static func hasShared<Root, T: RecordedState>(
    _: (Root) -> T?, _ search: inout SharedSearch
  ) -> Bool { inside(T.self, &search) }
  @inlinable public static func hasShared<Root, T: RecordedState>(
    _: (Root) -> [T], _ search: inout SharedSearch
  ) -> Bool { inside(T.self, &search) }
  @inlinable public static func hasShared<Root, C: RecordedCollection>(
    _: (Root) -> C, _ search: inout SharedSearch
  ) -> Bool where C._Element: RecordedState { inside(C._Element.self, &search) }
  @inlinable public static func hasShared<Root, C: RecordedCollection>(
    _: (Root) -> C?, _ search: inout SharedSearch
  ) -> Bool where C._Element: RecordedState { inside(C._Element.self, &search) }

  @usableFromInline static func inside<T: RecordedState>(_ type: T.Type, _ search: inout SharedSearch) -> Bool {
    search.isFirst(type) && T._$hasShared(&search)
  }
}

// MARK: Whether something is new

extension ChangeTracking {
  @inlinable public static func hasNewShared<T>(
    _: T, _ property: Int, in record: ChangeRecord, _ store: UInt64
  ) -> Bool { false }
  @inlinable public static func hasNewShared<T>(
    _ shared: Shared<T>, _ property: Int, in record: ChangeRecord, _ store: UInt64
  ) -> Bool { shared.source != .seen || shared.reference.store != store }
  @inlinable public static func hasNewShared<T: SharingState>(
    _ shared: Shared<T>, _ property: Int, in record: ChangeRecord, _ store: UInt64
  ) -> Bool { shared.source != .seen || shared.reference.store != store || shared.isAssigned }
  @inlinable public static func hasNewShared<T>(
    _ reader: SharedReader<T>, _ property: Int, in record: ChangeRecord, _ store: UInt64
  ) -> Bool { hasNewShared(reader.shared, property, in: record, store) }
  @inlinable public static func hasNewShared<T: SharingState>(
    _: T, _ property: Int, in record: ChangeRecord, _ store: UInt64
  ) -> Bool { record.bits & ChangeRecord.mask(property) != 0 }
  @inlinable public static func hasNewShared<T: SharingState>(
    _: T?, _ property: Int, in record: ChangeRecord, _ store: UInt64
  ) -> Bool { record.bits & ChangeRecord.mask(property) != 0 }
  @inlinable public static func hasNewShared<T: SharingState>(
    _: [T], _ property: Int, in record: ChangeRecord, _ store: UInt64
  ) -> Bool { record.bits & ChangeRecord.mask(property) != 0 }
  @inlinable public static func hasNewShared<C: RecordedCollection>(
    _: C, _ property: Int, in record: ChangeRecord, _ store: UInt64
  ) -> Bool where C._Element: SharingState { record.bits & ChangeRecord.mask(property) != 0 }
  @inlinable public static func hasNewShared<C: RecordedCollection>(
    _: C?, _ property: Int, in record: ChangeRecord, _ store: UInt64
  ) -> Bool where C._Element: SharingState { record.bits & ChangeRecord.mask(property) != 0 }
}

// MARK: The walk

extension ChangeTracking {
  @inlinable public static func visitShared<T, Root>(
    _ value: inout T, of _: Root.Type, _ name: StaticString, _ property: Int, in record: inout ChangeRecord,
    _ visit: inout SharedVisit
  ) {}

  // For properties that are declared `@Shared`, the file is known: it may be a part of their key.
  @inlinable public static func visitShared<T, Root>(
    _ shared: inout Shared<T>, of _: Root.Type, _ name: StaticString, file: StaticString?, _ visit: inout SharedVisit
  ) { visit.visit(&shared, of: Root.self, name, file: file) }
  @inlinable public static func visitShared<T: SharingState, Root>(
    _ shared: inout Shared<T>, of _: Root.Type, _ name: StaticString, file: StaticString?, _ visit: inout SharedVisit
  ) {
    visit.visit(&shared, of: Root.self, name, file: file)
    // If the whole value was replaced, its record says nothing about the value that the store saw. Stamp 0: all of it is new.
    if shared.isAssigned, shared.value._$changes.stamp != shared.stamp { shared.value._$changes.stamp = 0 }
  }
  @inlinable public static func visitShared<T, Root>(
    _ reader: inout SharedReader<T>, of root: Root.Type, _ name: StaticString, file: StaticString?,
    _ visit: inout SharedVisit
  ) { visitShared(&reader.shared, of: root, name, file: file, &visit) }

  @inlinable public static func visitShared<T, Root>(
    _ shared: inout Shared<T>, of root: Root.Type, _ name: StaticString, _ property: Int, in record: inout ChangeRecord,
    _ visit: inout SharedVisit
  ) { visitShared(&shared, of: root, name, file: nil, &visit) }
  @inlinable public static func visitShared<T: SharingState, Root>(
    _ shared: inout Shared<T>, of root: Root.Type, _ name: StaticString, _ property: Int, in record: inout ChangeRecord,
    _ visit: inout SharedVisit
  ) { visitShared(&shared, of: root, name, file: nil, &visit) }
  @inlinable public static func visitShared<T, Root>(
    _ reader: inout SharedReader<T>, of root: Root.Type, _ name: StaticString, _ property: Int,
    in record: inout ChangeRecord, _ visit: inout SharedVisit
  ) { visitShared(&reader.shared, of: root, name, file: nil, &visit) }

  @inlinable public static func visitShared<T: SharingState, Root>(
    _ value: inout T, of _: Root.Type, _ name: StaticString, _ property: Int, in record: inout ChangeRecord,
    _ visit: inout SharedVisit
  ) {
    guard visit.concerns(record, property) else { return }
    if visit.enter("\(name)", { $0.look(inside: &value) }) { record.markWritten(property) }
  }
  @inlinable public static func visitShared<T: SharingState, Root>(
    _ value: inout T?, of _: Root.Type, _ name: StaticString, _ property: Int, in record: inout ChangeRecord,
    _ visit: inout SharedVisit
  ) {
    guard visit.concerns(record, property), var child = value.take() else { return }
    if visit.enter("\(name)", { $0.look(inside: &child) }) { record.markWritten(property) }
    value = child
  }
  @inlinable public static func visitShared<T: SharingState, Root>(
    _ values: inout [T], of _: Root.Type, _ name: StaticString, _ property: Int, in record: inout ChangeRecord,
    _ visit: inout SharedVisit
  ) {
    guard visit.concerns(record, property) else { return }
    // An array has no record, so everything in it is new whenever it was written.
    let hasChanged = visit.enter("\(name)") { visit in
      var hasChanged = false
      for index in values.indices {
        if visit.enter("\(index)", { $0.look(inside: &values[index], isNew: true) }) { hasChanged = true }
      }
      return hasChanged
    }
    if hasChanged { record.markWritten(property) }
  }
  @inlinable public static func visitShared<C: RecordedCollection, Root>(
    _ elements: inout C, of _: Root.Type, _ name: StaticString, _ property: Int, in record: inout ChangeRecord,
    _ visit: inout SharedVisit
  ) where C._Element: SharingState {
    guard visit.concerns(record, property) else { return }
    if visit.enter("\(name)", { elements.visitShared(&$0) }) { record.markWritten(property) }
  }
  @inlinable public static func visitShared<C: RecordedCollection, Root>(
    _ elements: inout C?, of _: Root.Type, _ name: StaticString, _ property: Int, in record: inout ChangeRecord,
    _ visit: inout SharedVisit
  ) where C._Element: SharingState {
    guard visit.concerns(record, property), var inner = elements.take() else { return }
    if visit.enter("\(name)", { inner.visitShared(&$0) }) { record.markWritten(property) }
    elements = inner
  }
}

extension RecordedCollection where _Element: SharingState {
  /// Looks inside the elements: all, or those that are new or were written. True if one has changed.
  @usableFromInline mutating func visitShared(_ visit: inout SharedVisit) -> Bool {
    var changed: [Int] = []
    func look(at position: Int, isNew: Bool) {
      let token = visit.links.stacks == nil ? "" : _$token(at: position)
      _$modify(at: position) { element in
        if visit.enter(token, { $0.look(inside: &element, isNew: isNew) }) { changed.append(position) }
      }
    }
    if visit.isWhole || _$stamp == 0 {
      for position in 0..<count { look(at: position, isNew: true) }
    } else {
      var (written, inserted): ([Int], [Int]) = ([], [])
      _$forEachWritten { written.append($0) }
      _$forEachInserted { inserted.append($0) }
      for position in written { look(at: position, isNew: false) }
      for position in inserted { look(at: position, isNew: true) }
    }
    for position in changed { _$write(at: position) { _ in } }
    return !changed.isEmpty
  }
}

// MARK: Changes and commits

extension ChangeTracking {
  @inlinable public static func isAssigned<T>(_ shared: Shared<T>) -> Bool { shared.isAssigned }
  @inlinable public static func isAssigned<T>(_ reader: SharedReader<T>) -> Bool { reader.shared.isAssigned }

  @inlinable public static func commit<T>(_ shared: inout Shared<T>, _ stamps: inout StampSource) {
    shared.isAssigned = false
  }
  @inlinable public static func adopt<T>(_ shared: inout Shared<T>, _ stamps: inout StampSource) {
    shared.isAssigned = false
  }
  @inlinable public static func commit<T: RecordedState>(_ shared: inout Shared<T>, _ stamps: inout StampSource) {
    if shared.isAssigned { commit(&shared.value, &stamps) }
    (shared.isAssigned, shared.stamp) = (false, shared.value._$changes.stamp)
  }
  @inlinable public static func adopt<T: RecordedState>(_ shared: inout Shared<T>, _ stamps: inout StampSource) {
    shared.value._$adopt(&stamps)
    (shared.isAssigned, shared.stamp) = (false, shared.value._$changes.stamp)
  }
  @inlinable public static func commit<T>(_ reader: inout SharedReader<T>, _ stamps: inout StampSource) {
    commit(&reader.shared, &stamps)
  }
  @inlinable public static func adopt<T>(_ reader: inout SharedReader<T>, _ stamps: inout StampSource) {
    adopt(&reader.shared, &stamps)
  }
}
