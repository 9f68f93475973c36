// CellBox: the value of a cell, decoded.
import CEnfoldSupport

/// Keeps a typed copy of a cell's text. It is decoded again when somebody asks and the cell has another version.
final class CellBox<Value: JSONCodable>: SharedBox<Value>, @unchecked Sendable {
  // Unchecked: `content` is touched under `lock` only.
  private struct Content {
    var value: Value
    var version: UInt64
    /// Why the cell's text is no value of this type; nil if it is one.
    var mismatch: SharedError?
  }

  /// The storage that its first user has declared.
  let storage: StorageType
  private let check: AnyObject?
  private let lock = Lock()
  private var content: Content

  /// - Parameters:
  ///   - check: tells the cell whether a text is a value of this type, as long as it lives.
  ///   - value: the value that the box shows if the cell has one of another type.
  init(
    _ cell: SharedCell, _ check: AnyObject?, storage: StorageType = .memory, default value: Value,
    in registry: SharedRegistry?
  ) {
    self.storage = storage
    self.check = check
    content = Content(value: value, version: 0)
    super.init(cell, in: registry)
  }

  override var condition: SharedCondition {
    _ = newest
    var condition = cell.condition
    if let mismatch = lock.withLock({ content.mismatch }) { condition.loadError = mismatch }
    return condition
  }

  /// Changes the content. The old content is released without the lock, because releasing may run any code.
  private func update<R>(_ body: (inout Content) -> R) -> R {
    let (old, result) = lock.withLock {
      let old = content
      return (old, body(&content))
    }
    return withExtendedLifetime(old) { result }
  }

  // MARK: Reading

  override var newest: Versioned<Value> {
    let version = cell.version
    if let known = lock.withLock({ content.version >= version ? (content.value, content.version) : nil }) {
      return known
    }
    var read: Versioned<Result<Value, SharedError>> = (.failure(SharedError("nothing was read")), version)
    cell.read { text, version in read = (decoded(text, as: Value.self, key: cell.key), version) }
    var news: SharedError?
    let newest = update { content in
      if read.version > content.version {
        content.version = read.version
        switch read.value {
        case .success(let value):
          content.value = value
          content.mismatch = nil
        case .failure(let error):
          if content.mismatch == nil { news = error }
          content.mismatch = error
        }
      }
      return (content.value, content.version)
    }
    // What is written here from now on is not kept.
    if let news, storage.outlivesProcess { registry?.report(cell.key, news) }
    return newest
  }

  // MARK: Changing

  override func assign(_ value: Value) -> BoxChange<Value>? {
    if SharedGate.isInside { return nil }
    _ = newest  // whether the cell has a value of this type
    return isMismatch ? keep(value) : note(value, cell.assign(encoded(value)))
  }

  override func withLock<R>(
    _ body: (inout Value) throws -> R
  ) rethrows -> (R, BoxChange<Value>) {
    guard SharedGate.enter() else { return try withoutLock(body) }
    defer { SharedGate.leave() }
    // If the thread were cancelled inside `body`, all others would wait for the lock.
    let cancellation = enfold_cancellation_off()
    defer { enfold_cancellation_restore(cancellation) }
    cell.lock()
    var value = newest.value
    let result: R
    do { result = try body(&value) } catch {
      // An error does not undo the changes made before it.
      finish(value)
      throw error
    }
    return (result, finish(value))
  }

  @discardableResult private func finish(_ value: Value) -> BoxChange<Value> {
    if isMismatch {
      _ = cell.unlock(nil)
      return keep(value)
    }
    return note(value, cell.unlock(encoded(value)))
  }

  /// A `withLock` inside another one, where programs do not trap: it changes a copy, and the change is lost.
  private func withoutLock<R>(
    _ body: (inout Value) throws -> R
  ) rethrows -> (R, BoxChange<Value>) {
    SharedGate.complain("withLock", cell.key)
    let now = newest
    var copy = now.value
    return (try body(&copy), BoxChange(now: now, hasChanged: false))
  }

  private var isMismatch: Bool { lock.withLock { content.mismatch != nil } }

  /// Keeps a value here only, because the cell has one of another type.
  private func keep(_ value: Value) -> BoxChange<Value> {
    update { content in
      content.value = value
      return BoxChange(now: (value, content.version), hasChanged: true)
    }
  }

  private func note(_ value: Value, _ assignment: SharedAssignment) -> BoxChange<Value> {
    update { content in
      guard assignment.version > content.version else { return }
      content.version = assignment.version
      content.value = value
    }
    return BoxChange(now: (value, assignment.version), hasChanged: assignment.hasChanged)
  }
}

/// Reads a value, or says why the text is not a value of this type.
func decoded<Value: JSONDecodable>(
  _ text: UnsafeRawBufferPointer, as type: Value.Type, key: String, isStrict: Bool = false
) -> Result<Value, SharedError> {
  var reader = JSONReader(text, limits: JSONLimits(depth: JSONLimits.stateDepth), ignoresUnknownKeys: !isStrict)
  do throws(JSONError) {
    let value = try Value(json: &reader)
    try reader.finish()
    return .success(value)
  } catch {
    let error = reader.checkRest(after: error)
    return .failure(
      SharedError(
        "the shared value \"\(key)\" is no \(Value.self): \(error.message) (byte \(error.offset))", offset: error.offset
      ))
  }
}
