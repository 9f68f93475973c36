// SharedBox: a shared value with its type.
import EnfoldJSON

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
  final var version: UInt64 { cell.version }
  /// The box of which this one shows a part, or this one.
  var root: AnySharedBox { self }
  /// How it stands with the storage, and whether the cell has a value of this type.
  var condition: SharedCondition { fatalError("abstract") }
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

/// The result of changing a box.
@usableFromInline struct BoxChange<Value> {
  /// The value right after it.
  @usableFromInline var now: Versioned<Value>
  /// Whether the shared value is another one.
  @usableFromInline var hasChanged: Bool
}

/// The newest value of a key, or a part of one.
@usableFromInline class SharedBox<Value>: AnySharedBox, @unchecked Sendable {
  // Unchecked: as above.

  @usableFromInline var newest: Versioned<Value> { fatalError("abstract") }

  /// Replaces the value. Nil if this thread is inside a `withLock`: then nothing happens.
  @usableFromInline func assign(_ value: Value) -> BoxChange<Value>? { fatalError("abstract") }

  /// Changes the newest value. Others wait meanwhile.
  @usableFromInline
  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> (R, BoxChange<Value>) {
    fatalError("abstract")
  }
}
