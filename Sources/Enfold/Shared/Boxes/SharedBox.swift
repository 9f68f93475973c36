// SharedBox: a shared value with its type.
import EnfoldJSON

/// What all wrappers of one value refer to, without its type.
@usableFromInline class AnySharedBox: @unchecked Sendable {
  // Unchecked: subclasses prove theirs.

  /// The number of assignments so far.
  @usableFromInline var version: UInt64 { fatalError("abstract") }
  /// The box of which this one shows a part, or this one.
  var root: AnySharedBox { self }
  var registry: SharedRegistry? { nil }
  var key: String { fatalError("abstract") }
  var condition: SharedCondition { fatalError("abstract") }

  func observe(_ changed: @escaping @Sendable () -> Void) -> SharedObservation { fatalError("abstract") }
  func remove() { fatalError("abstract") }
  func save(_ done: @escaping @Sendable (SharedError?) -> Void) { fatalError("abstract") }
  func load(_ done: @escaping @Sendable (SharedError?) -> Void) { fatalError("abstract") }
}

/// A value of a box and the number of assignments that led to it.
@usableFromInline struct Versioned<Value> {
  @usableFromInline var value: Value
  @usableFromInline var version: UInt64

  @usableFromInline init(_ value: Value, _ version: UInt64) {
    self.value = value
    self.version = version
  }
}

/// The newest value of a key, or a part of one.
@usableFromInline class SharedBox<Value>: AnySharedBox, @unchecked Sendable {
  // Unchecked: as above.

  @usableFromInline var newest: Versioned<Value> { fatalError("abstract") }

  /// Replaces the value. Nil if this thread is inside a `withLock`: then nothing happens.
  @usableFromInline func assign(_ value: Value) -> SharedAssignment? { fatalError("abstract") }

  /// Changes the newest value. Others wait meanwhile.
  @usableFromInline
  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> (result: R, now: Versioned<Value>, hasChanged: Bool) {
    fatalError("abstract")
  }
}
