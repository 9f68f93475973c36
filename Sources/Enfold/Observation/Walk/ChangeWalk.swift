// ChangeWalk: goes along what a commit changed and what is observed, and writes down reports.

/// Goes through the written parts of a state and through the tree of interests at the same time. So a commit costs only what
/// was changed and is observed: it passes by unwritten properties, encodes no unobserved ones, and encodes a value once for all
/// interests.
///
/// The expansions of `@ObservableState` lead it from property to property. It has two modes. Usually it goes along the
/// change records. Below a place where a value was *replaced* it goes along the interests alone, because everything
/// there may be another value now.
///
/// A node whose interests want a patch is a *listener*: their patch is the operations that the walk finds below it.
/// Listeners are nested; the outermost has the number 0.
public struct ChangeWalk: ~Copyable {
  /// All texts that were written down: values and pointers. A NUL follows each.
  public var texts = JSONWriter(capacity: 64)
  public let reports = GrowableBuffer<ChangeReport>(capacity: 1)
  public let operations = GrowableBuffer<ChangeOperation>(capacity: 1)

  /// The pointer of the place that is visited. It is kept only while there is a listener.
  @usableFromInline var path = JSONWriter(capacity: 16)
  @usableFromInline var listeners = 0
  /// Only listeners with this number or a higher one get operations.
  @usableFromInline var firstListener = 0
  @usableFromInline var isReplaced = false
  /// Whether this walk is made at the end of a drain, for the interests that coalesce.
  @usableFromInline var isAtDrainEnd = false
  @usableFromInline var revision: UInt64 = 0
  /// The number of the element that is visited, counted from 1 in the innermost list around the place; 0 if it is not known.
  @usableFromInline var elementNumber = 0

  public init() {}

  /// What the store has replaced since its last commit. Made when somebody wants patches.
  @usableFromInline var former: FormerValues?

  @inlinable var isPatching: Bool { listeners > firstListener }

  /// Begins the walk through a commit, and forgets the last walk.
  @inlinable public mutating func start(_ revision: UInt64, isAtDrainEnd: Bool = false) {
    texts.removeAll()
    reports.removeAll()
    operations.removeAll()
    self.revision = revision
    self.isAtDrainEnd = isAtDrainEnd
    elementNumber = 0
  }

  // MARK: Places

  /// Goes on to the place of a token, which is given with its slash and escapes: `/title`. Returns a mark for `leave`;
  /// nil if the pointer is not kept.
  @inlinable mutating func enter(_ token: StaticString) -> Int? {
    guard isPatching else { return nil }
    let mark = path.count
    path.literal(token)
    return mark
  }

  @inlinable mutating func enter(_ position: Int) -> Int? {
    guard isPatching else { return nil }
    let mark = path.count
    path.raw(UInt8(ascii: "/"))
    path.write(position)
    return mark
  }

  /// - Parameter key: without escapes.
  @inlinable mutating func enter(_ key: () -> String) -> Int? {
    guard isPatching else { return nil }
    let mark = path.count
    JSONPath.writeToken(key(), to: &path)
    return mark
  }

  /// Goes back to the place where `enter` returned this mark.
  @inlinable mutating func leave(_ mark: Int?) {
    if let mark { path.truncate(to: mark) }
  }

  /// Visits the place of a token.
  @inlinable @inline(__always) mutating func at(_ token: StaticString, _ body: (inout ChangeWalk) -> Void) {
    let mark = enter(token)
    body(&self)
    leave(mark)
  }

  @inlinable @inline(__always) mutating func at(_ position: Int, _ body: (inout ChangeWalk) -> Void) {
    let mark = enter(position)
    body(&self)
    leave(mark)
  }

  @inlinable mutating func at(_ key: @autoclosure () -> String, _ body: (inout ChangeWalk) -> Void) {
    let mark = enter(key)
    body(&self)
    leave(mark)
  }

  /// Visits a place, but the listeners around it get no operations: they have them already.
  @inlinable mutating func withoutOuterListeners(replaced: Bool, _ body: (inout ChangeWalk) -> Void) {
    let (wasReplaced, oldFirst) = (isReplaced, firstListener)
    isReplaced = isReplaced || replaced
    firstListener = listeners
    body(&self)
    isReplaced = wasReplaced
    firstListener = oldFirst
  }

  /// Visits the element at a position of a list.
  @inlinable @inline(__always) mutating func atElement(_ position: Int, _ body: (inout ChangeWalk) -> Void) {
    let outer = elementNumber
    elementNumber = position &+ 1
    body(&self)
    elementNumber = outer
  }

  // MARK: Texts

  @inlinable mutating func encode<T: JSONEncodable>(_ value: T) -> TextRange {
    let start = texts.count
    value.writeJSON(to: &texts)
    let end = texts.count
    texts.raw(0)
    return TextRange(start, end)
  }

  /// Writes down an operation at this place.
  @inlinable mutating func operation(_ kind: ChangeOperation.Kind, _ value: TextRange) {
    let start = texts.count
    path.withBytes { texts.raw($0) }
    let end = texts.count
    texts.raw(0)
    operations.append(
      ChangeOperation(kind, owner: firstListener, pointer: TextRange(start, end), value: value))
  }

  // MARK: Reports

  /// Whether the interests at a node need the value there.
  @inlinable package func needsValue(_ node: ObservationNode) -> Bool {
    if node.contents.pointee.now.values > 0 { return true }
    return isAtDrainEnd && node.contents.pointee.later.values > 0
  }

  /// Whether somebody wants the text of the value at a node, or of a part of it.
  @inlinable func needsText(_ node: ObservationNode?) -> Bool {
    if isPatching { return true }
    guard let node else { return false }
    return needsValue(node) || node.wantsPatch || node.hasChildren
  }

  /// Notes that the commit has reached a place.
  @inlinable package func reach(_ node: ObservationNode) { node.contents.pointee.reached = revision }

  /// Reports to the interests at a node that its whole value was replaced or removed.
  @inlinable package mutating func tell(_ node: ObservationNode, _ flags: ChangeFlags, _ value: TextRange) {
    reach(node)
    guard node.hasInterests else { return }
    if node.contents.pointee.isPlain { return reportPlain(node, flags, value) }
    var range = 0..<0
    if node.wantsPatch {
      let start = operations.count
      operations.append(
        ChangeOperation(
          flags.contains(.removed) ? .remove : .replace, owner: .max, pointer: TextRange(0, 0), value: value))
      range = start..<start + 1
    }
    report(node, flags, value, operations: range, listener: .max)
  }

  /// Reports to the only interest of a plain node.
  @inlinable @inline(__always)
  mutating func reportPlain(_ node: ObservationNode, _ flags: ChangeFlags, _ value: TextRange) {
    let interest = Interest(id: node.contents.pointee.firstID, options: node.contents.pointee.firstOptions)
    let value = interest.options.contains(.value) ? value : .none
    reports.append(
      ChangeReport(
        interest, flags.subtracting(.pulse), value, listener: .max,
        prefix: interest.options.contains(.isObserver) ? elementNumber : 0))
  }

  @inlinable package mutating func report(
    _ node: ObservationNode, _ flags: ChangeFlags, _ value: TextRange, operations range: Range<Int>, listener: Int
  ) {
    for place in 0..<Int(node.contents.pointee.interestCount) {
      let interest = node.interest(place)
      let options = interest.options
      if options.tellsCauses || options.contains(.pulse) && !flags.contains(.pulse) { continue }
      reports.append(
        ChangeReport(
          interest, options.contains(.pulse) ? flags : flags.subtracting(.pulse),
          options.contains(.value) ? value : .none,
          operations: options.contains(.patch) ? range : 0..<0, listener: listener,
          prefix: options.contains(.isObserver) ? elementNumber : listener == .max ? 0 : path.count))
    }
  }

  // MARK: Values

  /// Visits a value that has no change record and may be another one now.
  @inlinable
  mutating func changed<T: JSONEncodable>(_ value: T, at node: ObservationNode?, _ flags: ChangeFlags = .changed) {
    guard let node else {
      if isPatching { operation(.replace, encode(value)) }
      return
    }
    // A short way, because most observed values are as simple as this. The lines below would do the same.
    if node.contents.pointee.isPlain, !isPatching {
      reach(node)
      return reportPlain(node, flags, node.contents.pointee.firstOptions.contains(.value) ? encode(value) : .none)
    }
    replace(value, at: node, flags)
    if node.hasChildren { reportBelow(value, below: node, skipping: node.path.count) }
  }

  /// Visits a plain collection that may be another one now. Patches get the parts that differ, if the old value was kept.
  @inlinable mutating func changed<T: JSONCollection>(
    _ value: T, at node: ObservationNode?, _ flags: ChangeFlags, property: Int, of stamp: UInt64
  ) {
    guard !isReplaced, isPatching || node?.wantsPatch ?? false,
      let old = former?.value(T.self, property: property, of: stamp), let parts = value._$parts(differingFrom: old),
      !parts.isEmpty
    else { return changed(value, at: node, flags) }
    let listening = node.map { listen(value, at: $0, flags) } ?? Listening()
    for (token, part) in parts { at(token) { $0.operation(.replace, $0.encode(part)) } }
    stopListening(listening)
    if let node, node.hasChildren { reportBelow(value, below: node, skipping: node.path.count) }
  }

  /// Reports that the value at a node was replaced. It does not report to the nodes below.
  @inlinable mutating func replace<T: JSONEncodable>(_ value: T, at node: ObservationNode?, _ flags: ChangeFlags) {
    var text = TextRange.none
    if isPatching {
      text = encode(value)
      operation(.replace, text)
    }
    guard let node else { return }
    if text.isNone, needsValue(node) || node.wantsPatch { text = encode(value) }
    tell(node, flags, text)
  }

  /// Reports to the nodes below a place. Their values are looked up in `value`, which has no change record. The first
  /// `depth` tokens of their paths lead to `value`.
  @inlinable mutating func reportBelow<T: JSONEncodable>(_ value: T, below node: ObservationNode, skipping depth: Int) {
    for child in node.children {
      if child.hasInterests {
        let start = texts.count
        let isThere = value.writeJSON(at: child.path.dropFirst(depth), to: &texts)
        let text = isThere ? TextRange(start, texts.count) : .none
        texts.raw(0)
        tell(child, isThere ? .changed : [.changed, .removed], text)
      }
      reportBelow(value, below: child, skipping: depth)
    }
  }

  /// Reports that nothing is at a node or below it any more.
  @usableFromInline mutating func removed(_ node: ObservationNode) {
    tell(node, [.changed, .removed], .none)
    for child in node.children { removed(child) }
  }
}
