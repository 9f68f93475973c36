// CellBox: the value of a cell, decoded.
import CEnfoldSupport

/// Keeps a typed copy of a cell's text. It is decoded again when somebody asks and the cell has another version.
final class CellBox<Value: JSONCodable>: SharedBox<Value>, @unchecked Sendable {
  // Unchecked: `known`, `knownVersion` and `mismatch` are touched under `lock` only.

  /// The storage that its first user has declared.
  let storage: StorageType
  private let check: AnyObject?
  private let lock = Lock()
  @exclusivity(unchecked) private var known: Value
  @exclusivity(unchecked) private var knownVersion: UInt64 = 0
  /// Why the cell's text is no value of this type; nil if it is one.
  @exclusivity(unchecked) private var mismatch: SharedError?

  /// - Parameters:
  ///   - check: tells the cell whether a text is a value of this type, as long as it lives.
  ///   - value: the value that the box shows if the cell has one of another type.
  init(
    _ cell: SharedCell, _ check: AnyObject?, storage: StorageType = .memory, default value: Value,
    in registry: SharedRegistry?
  ) {
    self.storage = storage
    self.check = check
    known = value
    super.init(cell, in: registry)
  }

  override var condition: SharedCondition {
    read()
    var condition = cell.condition
    if let mismatch = lock.withLock({ mismatch }) { condition.loadError = mismatch }
    return condition
  }

  // MARK: Reading

  override func newest(_ version: inout UInt64) -> Value {
    read()
    lock.acquire()
    defer { lock.release() }
    version = knownVersion
    return known
  }

  /// Reads the cell, if it has a newer version.
  private func read() {
    let newest = cell.version
    if lock.withLock({ knownVersion >= newest }) { return }
    var news: SharedError?
    cell.read { text, version in
      do throws(SharedError) {
        _ = replace(by: try decoded(text, as: Value.self, key: cell.key), version)
      } catch {
        lock.withLock {
          guard version > knownVersion else { return }
          knownVersion = version
          if mismatch == nil { news = error }
          mismatch = error
        }
      }
    }
    // What is written here from now on is not kept.
    if let news, storage.outlivesProcess { registry?.report(cell.key, news) }
  }

  /// Returns the old value, which is released without the lock, because releasing may run any code.
  private func replace(by new: Value, _ version: UInt64) -> Value {
    lock.acquire()
    defer { lock.release() }
    guard version > knownVersion else { return new }
    knownVersion = version
    mismatch = nil
    return exchange(&known, with: new)
  }

  // MARK: Changing

  override func assign(_ value: inout Value) -> SharedAssignment? {
    if SharedGate.isInside { return nil }
    read()  // whether the cell has a value of this type
    return isMismatch ? keep(value) : note(value, SharedWriter.noteEffect { cell.assign(encoded(value)) })
  }

  override func change(
    _ body: (inout Value) throws -> Void, finished: (Value, SharedAssignment) -> Void
  ) rethrows {
    guard SharedGate.enter() else { return try changeCopy(body, finished: finished) }
    // If the thread were cancelled inside `body`, all others would wait for the lock.
    let cancellation = enfold_cancellation_off()
    cell.lock()
    var value = newest
    // An error does not undo the changes made before it.
    defer {
      let assignment = unlock(with: value)
      enfold_cancellation_restore(cancellation)
      SharedGate.leave()
      finished(value, assignment)
    }
    try body(&value)
  }

  private func unlock(with value: Value) -> SharedAssignment {
    if isMismatch {
      _ = cell.unlock(nil)
      return keep(value)
    }
    return note(value, SharedWriter.noteEffect { cell.unlock(encoded(value)) })
  }

  /// A `withLock` inside another one, where programs do not trap: it changes a copy, and the change is lost.
  private func changeCopy(
    _ body: (inout Value) throws -> Void, finished: (Value, SharedAssignment) -> Void
  ) rethrows {
    SharedGate.complain("withLock", cell.key)
    var version: UInt64 = 0
    let now = newest(&version)
    var copy = now
    try body(&copy)
    finished(now, SharedAssignment(version: version, hasChanged: false))
  }

  private var isMismatch: Bool { lock.withLock { mismatch != nil } }

  /// Keeps a value here only, because the cell has one of another type.
  private func keep(_ new: Value) -> SharedAssignment {
    lock.acquire()
    let (version, old) = (knownVersion, exchange(&known, with: new))
    lock.release()
    withExtendedLifetime(old) {}  // without the lock, because releasing may run any code
    return SharedAssignment(version: version, hasChanged: true)
  }

  private func note(_ value: Value, _ assignment: SharedAssignment) -> SharedAssignment {
    lock.acquire()
    let isNewer = assignment.version > knownVersion
    let old = isNewer ? exchange(&known, with: value) : value
    if isNewer { knownVersion = assignment.version }
    lock.release()
    withExtendedLifetime(old) {}
    return assignment
  }
}

/// Reads a value, or says why the text is not a value of this type.
func decoded<Value: JSONDecodable>(
  _ text: UnsafeRawBufferPointer, as type: Value.Type, key: String, isStrict: Bool = false
) throws(SharedError) -> Value {
  var reader = JSONReader(text, limits: JSONLimits(depth: JSONLimits.stateDepth), ignoresUnknownKeys: !isStrict)
  do throws(JSONError) {
    let value = try Value(json: &reader)
    try reader.finish()
    return value
  } catch {
    let error = reader.checkRest(after: error)
    throw SharedError(
      "the shared value \"\(key)\" is no \(Value.self): \(error.message) (byte \(error.offset))", offset: error.offset)
  }
}
