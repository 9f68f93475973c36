// ChangeWalk: goes through what a commit changed, along what is observed, and writes it down.
import EnfoldJSON

/// Visits the written parts of a state together with the tree of interests, so that a commit costs what changed and is
/// observed: an unwritten property is not looked at, an unobserved one is not encoded, and a value that several
/// interests want is encoded once.
///
/// Only the expansions of `@ObservableState` call it. It has two modes: along the change records; and, below a place
/// where a value was *replaced*, along the interests alone, as everything there may be another value now.
///
/// A patch is the operations that the walk meets below the node that wants one: its *listener*. Listeners are nested.
public struct ChangeWalk: ~Copyable {
  /// Everything written down is in here, each text followed by a NUL.
  public var texts = JSONWriter(capacity: 64)
  public let reports = GrowableBuffer<ChangeReport>(capacity: 1)
  public let operations = GrowableBuffer<ChangeOperation>(capacity: 1)

  /// The pointer of the place that is visited, as long as there is a listener.
  @usableFromInline var path = JSONWriter(capacity: 16)
  @usableFromInline var listeners = 0
  /// The listeners from this one on hear of operations.
  @usableFromInline var firstListener = 0
  @usableFromInline var isReplaced = false
  /// Whether a drain ends: coalescing interests are told.
  @usableFromInline var isLate = false
  @usableFromInline var revision: UInt64 = 0

  public init() {}

  @inlinable var isPatching: Bool { listeners > firstListener }

  /// Forgets the last commit.
  @inlinable
  public mutating func start(_ revision: UInt64, isLate: Bool = false) {
    texts.removeAll()
    reports.removeAll()
    operations.removeAll()
    self.revision = revision
    self.isLate = isLate
  }

  // MARK: Places

  /// Goes on to a place that a pointer's token leads to, with its slash and escapes.
  @inlinable
  mutating func enter(_ token: StaticString) -> Int {
    let mark = path.count
    if isPatching { path.literal(token) }
    return mark
  }

  @inlinable
  mutating func enter(_ position: Int) -> Int {
    let mark = path.count
    if isPatching {
      path.raw(UInt8(ascii: "/"))
      path.write(position)
    }
    return mark
  }

  /// Goes back to where `enter` began.
  @inlinable mutating func leave(_ mark: Int) { path.truncate(to: mark) }

  /// Visits a place without telling the listeners around it, which know already.
  @inlinable
  mutating func aside(replaced: Bool, _ body: (inout ChangeWalk) -> Void) {
    let (wasReplaced, oldFirst) = (isReplaced, firstListener)
    isReplaced = isReplaced || replaced
    firstListener = listeners
    body(&self)
    isReplaced = wasReplaced
    firstListener = oldFirst
  }

  // MARK: Texts

  @inlinable
  mutating func encode<T: JSONEncodable>(_ value: T) -> TextRange {
    let start = texts.count
    value.writeJSON(to: &texts)
    let end = texts.count
    texts.raw(0)
    return TextRange(start, end)
  }

  /// Writes down an operation at this place.
  @inlinable
  mutating func operation(_ kind: ChangeOperation.Kind, _ value: TextRange) {
    let start = texts.count
    path.withBytes { texts.raw($0) }
    let end = texts.count
    texts.raw(0)
    operations.append(
      ChangeOperation(kind, owner: firstListener, pointer: TextRange(start, end), value: value))
  }

  // MARK: Reports

  /// Whether the interests at a node need the value there.
  @inlinable
  func needsValue(_ node: ObservationNode) -> Bool {
    if node.contents.pointee.now.values > 0 { return true }
    return isLate && node.contents.pointee.later.values > 0
  }

  /// Whether the interests at a node need the operations below it.
  @inlinable
  func needsPatch(_ node: ObservationNode) -> Bool {
    node.contents.pointee.now.patches + node.contents.pointee.later.patches > 0
  }

  /// Tells the interests at a node that its value is another one as a whole, or gone.
  @inlinable
  mutating func tell(_ node: ObservationNode, _ flags: ChangeFlags, _ value: TextRange) {
    node.contents.pointee.reached = revision
    guard node.hasInterests else { return }
    var range = 0..<0
    if needsPatch(node) {
      let start = operations.count
      operations.append(
        ChangeOperation(
          flags.contains(.removed) ? .remove : .replace, owner: .max, pointer: TextRange(0, 0), value: value))
      range = start..<start + 1
    }
    report(node, flags, value, operations: range, listener: .max)
  }

  @inlinable
  mutating func report(
    _ node: ObservationNode, _ flags: ChangeFlags, _ value: TextRange, operations range: Range<Int>, listener: Int
  ) {
    for place in 0..<Int(node.contents.pointee.interestCount) {
      let interest = node.interest(place)
      let options = interest.options
      if options.contains(.actions) || options.contains(.pulse) && !flags.contains(.pulse) { continue }
      reports.append(
        ChangeReport(
          interest, options.contains(.pulse) ? flags : flags.subtracting(.pulse),
          options.contains(.value) ? value : .none,
          operations: options.contains(.patch) ? range : 0..<0, listener: listener,
          prefix: listener == .max ? 0 : path.count))
    }
  }

  // MARK: Values

  /// A value without a change record is another one now.
  @inlinable
  mutating func changed<T: JSONEncodable>(_ value: T, at node: ObservationNode?, _ flags: ChangeFlags = .changed) {
    guard let node else {
      if isPatching { operation(.replace, encode(value)) }
      return
    }
    // Most observed values are this simple; the rest comes to the same by a longer way.
    if node.contents.pointee.isPlain, !isPatching {
      let options = node.contents.pointee.firstOptions
      node.contents.pointee.reached = revision
      let text = options.contains(.value) ? encode(value) : .none
      let interest = Interest(id: node.contents.pointee.firstID, options: options)
      return reports.append(ChangeReport(interest, flags.subtracting(.pulse), text, listener: .max))
    }
    replace(value, at: node, flags)
    if node.hasChildren { evaluate(value, below: node, skipping: node.path.count) }
  }

  /// Writes down that the value at a node is another one, but not what that means for the nodes below.
  @inlinable
  mutating func replace<T: JSONEncodable>(_ value: T, at node: ObservationNode?, _ flags: ChangeFlags) {
    var text = TextRange.none
    if isPatching {
      text = encode(value)
      operation(.replace, text)
    }
    guard let node else { return }
    if text.isNone, needsValue(node) || needsPatch(node) { text = encode(value) }
    tell(node, flags, text)
  }

  /// Looks up the nodes below a place in a value that knows nothing about its changes.
  @inlinable
  mutating func evaluate<T: JSONEncodable>(_ value: T, below node: ObservationNode, skipping depth: Int) {
    for child in node.children {
      if child.hasInterests {
        let start = texts.count
        let isThere = value.writeJSON(at: child.path.dropFirst(depth), to: &texts)
        let text = isThere ? TextRange(start, texts.count) : .none
        texts.raw(0)
        tell(child, isThere ? .changed : [.changed, .removed], text)
      }
      evaluate(value, below: child, skipping: depth)
    }
  }

  /// Nothing is at a node and below any more.
  @usableFromInline
  mutating func removed(_ node: ObservationNode) {
    tell(node, [.changed, .removed], .none)
    for child in node.children { removed(child) }
  }
}
