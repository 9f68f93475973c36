// SharedBox: a shared value with its type. PartBox: a part of one.

/// The object that all wrappers of one value refer to, without its type.
@usableFromInline class AnySharedBox: @unchecked Sendable {
  // Unchecked: nothing changes after init; subclasses prove what they add.

  /// Where the value is, or the whole of which this is a part.
  final let cell: SharedCell
  /// The registry that has made the cell; nil if it has no key.
  final let registry: SharedRegistry?

  init(_ cell: SharedCell, in registry: SharedRegistry?) {
    self.cell = cell
    self.registry = registry
  }

  /// The number of assignments so far.
  @usableFromInline final var version: UInt64 { cell.version }
  /// The box of which this one shows a part, or this one.
  var root: AnySharedBox { self }
  /// How it stands with the storage, and whether the cell has a value of this type.
  var condition: SharedCondition { fatalError("abstract") }
}

/// The newest value of a key, or a part of one.
///
/// Its methods give values back and take them in and out, and no tuples or optionals of them: in a generic class the type of each
/// of those would be looked up whenever it is used.
@usableFromInline class SharedBox<Value>: AnySharedBox, @unchecked Sendable {
  // Unchecked: as above.

  /// The newest value.
  ///
  /// - Parameter version: becomes the number of assignments that led to the value.
  @usableFromInline func newest(_ version: inout UInt64) -> Value { fatalError("abstract") }

  /// Replaces the value. Nil if this thread is inside a `withLock`: then nothing happens.
  ///
  /// - Parameter value: becomes the value right after it.
  @usableFromInline func assign(_ value: inout Value) -> SharedAssignment? { fatalError("abstract") }

  /// Changes the newest value. Others wait meanwhile.
  ///
  /// - Parameter finished: called with the value right after it, also if `body` has thrown an error.
  @usableFromInline func change(
    _ body: (inout Value) throws -> Void, finished: (Value, SharedAssignment) -> Void
  ) rethrows { fatalError("abstract") }

  @usableFromInline final var newest: Value {
    var version: UInt64 = 0
    return newest(&version)
  }
}

/// Reads and writes through the box of the whole.
final class PartBox<Whole, Value>: SharedBox<Value>, @unchecked Sendable {
  // Unchecked: key paths and closures without state; `last` is touched under `lock` only.
  private let whole: SharedBox<Whole>
  /// The part; nil if it is not there.
  private let read: (Whole) -> Value?
  private let write: (inout Whole, Value) -> Void
  private let lock = Lock()
  /// The part as it was when it was there last.
  private var last: Value

  /// - Parameter last: the value that is read while the part is not there. Nothing is written then.
  init(
    of whole: SharedBox<Whole>, last: Value, read: @escaping (Whole) -> Value?,
    write: @escaping (inout Whole, Value) -> Void
  ) {
    self.whole = whole
    self.last = last
    self.read = read
    self.write = write
    super.init(whole.cell, in: whole.registry)
  }

  override var root: AnySharedBox { whole.root }
  override var condition: SharedCondition { whole.condition }

  override func newest(_ version: inout UInt64) -> Value { part(of: whole.newest(&version)) }

  private func part(of whole: Whole) -> Value {
    guard let part = read(whole) else { return lock.withLock { last } }
    remember(part)
    return part
  }

  private func remember(_ part: Value) {
    let old = lock.withLock { exchange(&last, with: part) }
    withExtendedLifetime(old) {}  // without the lock, because releasing may run any code
  }

  override func assign(_ value: inout Value) -> SharedAssignment? {
    if SharedGate.isInside { return nil }
    var result: SharedAssignment?
    let new = value
    change {
      $0 = new
    } finished: {
      (value, result) = ($0, $1)
    }
    return result
  }

  override func change(
    _ body: (inout Value) throws -> Void, finished: (Value, SharedAssignment) -> Void
  ) rethrows {
    try whole.change { whole in
      var value = part(of: whole)
      defer { if read(whole) != nil { write(&whole, value) } }
      try body(&value)
    } finished: {
      // Read from the whole as it is now, not from `value`: if the whole is itself a part that has gone, nothing was
      // written.
      finished(part(of: $0), $1)
    }
  }
}
