// HostCell: a shared value that the host keeps.
import CEnfold
import Enfold

/// Passes everything on to the host.
final class HostCell: SharedCell, @unchecked Sendable {
  // Unchecked: what can change is written once, before others know the cell.
  private let table: enfold_shared
  private var value: UInt64 = 0
  private(set) var opening = Opening.known
  /// The plugin's own storage for this value, if there is one.
  var storage: PluginStorage?
  /// Called while the value is locked, with the text of a storage that is assigned next.
  var willAdopt: (([UInt8]) -> Void)?

  /// The meanings of `is_new`.
  enum Opening: UInt32 {
    /// Somebody has the value open.
    case known
    /// Nobody had it open.
    case new
    /// Somebody has it open, but no storage keeps it: this plugin's storage is to.
    case unkept
  }

  init(
    _ key: String, _ storage: StorageType, default text: [UInt8], check: @escaping LocalCell.Check,
    _ table: enfold_shared, runtime: UInt64
  ) throws(PluginError) {
    self.table = table
    super.init(key: key)
    let user = User(self, check)
    var callbacks = enfold_shared_user(
      struct_size: UInt32(MemoryLayout<enfold_shared_user>.size), user: Unmanaged.passRetained(user).toOpaque(),
      changed: { User.of($0)?.cell?.notify() },
      check: { user, text, length, isStrict, write, context, error in
        guard let user = User.of(user) else { return Status.invalid }
        switch user.check(UnsafeRawBufferPointer(start: text, count: length), isStrict != 0) {
        case .success(let text):
          text.withUnsafeBytes { write?(context, $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count) }
          return Status.ok
        case .failure(let problem):
          let offset = problem.offset.map { UInt64($0) } ?? .max
          return PluginError(Status.badState, problem.description, offset: offset).fill(error)
        }
      },
      release: { user in if let user { Unmanaged<User>.fromOpaque(user).release() } })
    var (value, isNew) = (UInt64(0), UInt32(0))
    var error = enfold_error()
    error.struct_size = UInt32(MemoryLayout<enfold_error>.size)
    let (key, storage) = (Array(key.utf8CString), Array(storage.json.utf8CString))
    let status = text.withUnsafeBytes { text in
      table.open?(
        runtime, key, key.count - 1, storage, storage.count - 1,
        text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count, &callbacks, &value, &isNew, &error)
        ?? Status.unsupported
    }
    guard status == Status.ok else { throw PluginError(status, readMessage(&error)) }
    self.value = value
    opening = Opening(rawValue: isNew) ?? .known
  }

  deinit { if value != 0 { table.close?(value) } }

  /// The object whose functions the host calls.
  private final class User {
    weak var cell: HostCell?
    let check: LocalCell.Check

    init(_ cell: HostCell, _ check: @escaping LocalCell.Check) {
      self.cell = cell
      self.check = check
    }

    static func of(_ user: UnsafeMutableRawPointer?) -> User? {
      user.map { Unmanaged<User>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  // MARK: Reading

  override var version: UInt64 { table.version?(value) ?? 0 }

  override func read(_ body: (UnsafeRawBufferPointer, UInt64) -> Void) {
    var text: [UInt8] = []
    let version = withUnsafeMutablePointer(to: &text) { table.read?(value, appendPiece, $0) ?? 0 }
    text.withUnsafeBytes { body($0, version) }
  }

  override var condition: SharedCondition {
    if let storage { return storage.stored.condition }
    var (loadError, saveError) = ([UInt8](), [UInt8]())
    var isLoading = UInt32(0)
    withUnsafeMutablePointer(to: &loadError) { loadError in
      withUnsafeMutablePointer(to: &saveError) { table.condition?(value, appendPiece, loadError, $0, &isLoading) }
    }
    var condition = SharedCondition()
    if !loadError.isEmpty { condition.loadError = SharedError(String(decoding: loadError, as: UTF8.self)) }
    if !saveError.isEmpty { condition.saveError = SharedError(String(decoding: saveError, as: UTF8.self)) }
    condition.isLoading = isLoading != 0
    return condition
  }

  // MARK: Changing

  override func assign(_ text: [UInt8]) -> SharedAssignment { replace(by: text, table.assign) }
  override func lock() { table.lock?(value) }
  override func unlock(_ text: [UInt8]?) -> SharedAssignment {
    guard let text else {
      var hasChanged = UInt32(0)
      return SharedAssignment(version: table.unlock?(value, nil, 0, &hasChanged) ?? 0, hasChanged: false)
    }
    return replace(by: text, table.unlock)
  }
  override func remove() {
    table.remove?(value)
    storage?.noteRemoval()
  }

  override func adopt(_ text: [UInt8], if isWanted: () -> Bool) {
    guard SharedGate.enter() else { return }
    defer { SharedGate.leave() }
    lock()
    let isWanted = isWanted()
    if isWanted { willAdopt?(text) }
    _ = unlock(isWanted ? text : nil)
  }

  private func replace(
    by text: [UInt8],
    _ function: (@convention(c) (UInt64, UnsafePointer<CChar>?, Int, UnsafeMutablePointer<UInt32>?) -> UInt64)?
  ) -> SharedAssignment {
    var hasChanged = UInt32(0)
    let version = text.withUnsafeBytes {
      function?(value, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, &hasChanged) ?? 0
    }
    return SharedAssignment(version: version, hasChanged: hasChanged != 0)
  }

  // MARK: Its storage

  override func save(_ done: @escaping @Sendable (SharedError?) -> Void) {
    if let storage { storage.stored.save(done) } else { begin(table.save, done) }
  }
  override func load(_ done: @escaping @Sendable (SharedError?) -> Void) {
    if let storage { storage.stored.load(done) } else { begin(table.load, done) }
  }

  private typealias Done = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> Void

  private func begin(
    _ function: (@convention(c) (UInt64, Done?, UnsafeMutableRawPointer?) -> Void)?,
    _ done: @escaping @Sendable (SharedError?) -> Void
  ) {
    guard let function else { return done(nil) }
    let box = Unmanaged.passRetained(DoneBox(done)).toOpaque()
    function(
      value,
      { box, message, length in
        guard let box else { return }
        let done = Unmanaged<DoneBox>.fromOpaque(box).takeRetainedValue().done
        let bytes = message.map { UnsafeRawBufferPointer(start: $0, count: length) }
        done(bytes.map { SharedError(String(decoding: $0, as: UTF8.self)) })
      }, box)
  }

  private final class DoneBox {
    let done: @Sendable (SharedError?) -> Void
    init(_ done: @escaping @Sendable (SharedError?) -> Void) { self.done = done }
  }
}
