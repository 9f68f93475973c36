// PartBox: a part of a shared value, as a shared value of its own.

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

  override var newest: Versioned<Value> {
    let whole = whole.newest
    return Versioned(part(of: whole.value), whole.version)
  }

  private func part(of whole: Whole) -> Value {
    guard let part = read(whole) else { return lock.withLock { last } }
    remember(part)
    return part
  }

  private func remember(_ part: Value) {
    let old = lock.withLock { exchange(&last, with: part) }
    withExtendedLifetime(old) {}  // without the lock, because releasing may run any code
  }

  override func assign(_ value: Value) -> BoxChange<Value>? {
    if SharedGate.isInside { return nil }
    return withLock { $0 = value }.1
  }

  override func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> (R, BoxChange<Value>) {
    let (result, change) = try whole.withLock { whole -> R in
      var value = part(of: whole)
      defer { if read(whole) != nil { write(&whole, value) } }
      return try body(&value)
    }
    // Read from the whole as it is now, not from `value`: if the whole is itself a part that has gone, nothing was
    // written.
    return (
      result,
      BoxChange(now: Versioned(part(of: change.now.value), change.now.version), hasChanged: change.hasChanged)
    )
  }
}
