// StackState: what it records of its changes, which is what its list of elements records.

extension StackState where Element: JSONEncodable {
  public typealias _Element = StackElement<Element>

  @inlinable public var _$stamp: UInt64 { list._$stamp }
  @inlinable public var _$hasEdits: Bool { list._$hasEdits }
  @inlinable public mutating func _$forget() { list._$forget() }
  @inlinable public mutating func _$takeRecord(of other: Self) { list._$takeRecord(of: other.list) }
  @inlinable public func _$isSame(as other: Self) -> Bool { list._$isSame(as: other.list) }
  @inlinable public func _$forEachWritten(_ body: (_ position: Int) -> Void) { list._$forEachWritten(body) }
  @inlinable public func _$forEachInserted(_ body: (_ position: Int) -> Void) { list._$forEachInserted(body) }
  @inlinable public func _$position(of token: JSONPath.Token) -> Int? { list._$position(of: token) }
  @inlinable public func _$position(of position: Int, in other: Self) -> Int? { position }
  public func _$token(at position: Int) -> String { list._$token(at: position) }
  @inlinable public func _$element(at position: Int) -> StackElement<Element> { list._$element(at: position) }
  @inlinable public mutating func _$modify(at position: Int, _ body: (inout StackElement<Element>) -> Void) {
    list._$modify(at: position, body)
  }
  @inlinable public mutating func _$modifyAll(_ body: (inout StackElement<Element>) -> Void) { list._$modifyAll(body) }
  @inlinable public mutating func _$write(at position: Int, _ body: (inout StackElement<Element>) -> Void) {
    list._$write(at: position, body)
  }
  @inlinable public mutating func _$adopt(_ kind: ElementKind<StackElement<Element>>, _ stamps: inout StampSource) {
    list._$adopt(kind, &stamps)
  }
  @inlinable public mutating func _$commit(
    _ stamps: inout StampSource, _ commit: (inout StackElement<Element>, inout StampSource) -> Void
  ) { list._$commit(&stamps, commit) }
}

// MARK: What the expansion of @ObservableState calls

extension ChangeTracking {
  @inlinable public static func visit<Element: JSONEncodable>(
    _ stack: StackState<Element>, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?,
    _ flags: ChangeFlags, property: Int, in record: ChangeRecord
  ) { walk.at(token) { $0.visit(stack.list, at: node, flags) { $1.changed($0, at: $2) } } }

  @inlinable public static func visit<Element: ObservableState>(
    _ stack: StackState<Element>, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?,
    _ flags: ChangeFlags, property: Int, in record: ChangeRecord
  ) {
    let isForced = (node?.hasInterests ?? false) && countsAssignment(in: stack, isReplaced: walk.isReplaced)
    walk.at(token) {
      $0.visit(stack.list, at: node, isForced ? [flags, .forced] : flags) { element, walk, node in
        walk.visit(screen: element, at: node)
      }
    }
  }
}

// MARK: Ids that no stack gives twice

extension ChangeTracking {
  // A stack that is assigned does not lower the number, also if its elements are the same.
  @inlinable public static func set<T: JSONEncodable>(
    _ stack: inout StackState<T>, to new: StackState<T>, property: Int, in record: inout ChangeRecord
  ) {
    stack.next = Swift.max(stack.next, new.next)
    set(&stack.list, to: new.list, property: property, in: &record)
  }
  @inlinable public static func set<T: RecordedState>(
    _ stack: inout StackState<T>, to new: StackState<T>, property: Int, in record: inout ChangeRecord
  ) {
    stack.next = Swift.max(stack.next, new.next)
    set(&stack.list, to: new.list, property: property, in: &record)
  }

  // A stack is visited with the shared values, so that its store knows its number.
  @inlinable public static func hasShared<Root, T>(
    _: (Root) -> StackState<T>, _ search: inout SharedSearch
  ) -> Bool { true }
  @inlinable public static func hasShared<Root, T: RecordedState>(
    _: (Root) -> StackState<T>, _ search: inout SharedSearch
  ) -> Bool { true }

  @inlinable public static func hasNewShared<T>(
    _: StackState<T>, _ property: Int, in record: ChangeRecord, _ store: UInt64
  ) -> Bool { record.bits & ChangeRecord.mask(property) != 0 }
  @inlinable public static func hasNewShared<T: SharingState>(
    _: StackState<T>, _ property: Int, in record: ChangeRecord, _ store: UInt64
  ) -> Bool { record.bits & ChangeRecord.mask(property) != 0 }

  @inlinable public static func visitShared<T, Root>(
    _ stack: inout StackState<T>, of _: Root.Type, _ name: StaticString, _ property: Int,
    in record: inout ChangeRecord, _ visit: inout SharedVisit
  ) { if visit.concerns(record, property) { visit.number(&stack.next, name) } }
  @inlinable public static func visitShared<T: SharingState, Root>(
    _ stack: inout StackState<T>, of _: Root.Type, _ name: StaticString, _ property: Int,
    in record: inout ChangeRecord, _ visit: inout SharedVisit
  ) {
    guard visit.concerns(record, property) else { return }
    visit.number(&stack.next, name)
    if visit.enter("\(name)", { stack.visitShared(&$0) }) { record.markWritten(property) }
  }
}
