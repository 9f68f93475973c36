// PluginValue: a shared value that a plugin has open.
import CEnfold
import Enfold
import EnfoldJSON
import EnfoldPlugin

/// The functions of a plugin for a value that it has open. The release runs exactly once.
final class SharedUser: @unchecked Sendable {
  // Unchecked: nothing changes after init, and the plugin says that any thread may call it.
  private let table: enfold_shared_user

  init(_ table: enfold_shared_user) { self.table = table }

  deinit { table.release?(table.user) }

  func changed() { table.changed?(table.user) }

  func normalised(_ text: UnsafeRawBufferPointer, isStrict: Bool) -> Result<[UInt8], SharedError> {
    guard let check = table.check else { return .success(Array(text)) }
    var error = enfold_error()
    error.struct_size = UInt32(MemoryLayout<enfold_error>.size)
    error.offset = .max
    var written: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &written) { written in
      check(
        table.user, text.assumingMemoryBound(to: CChar.self).baseAddress, text.count, isStrict ? 1 : 0, appendPiece,
        written, &error)
    }
    if status == ENFOLD_OK {
      // The text that the plugin has written is not trusted.
      return .success(written.withUnsafeBytes(isJSON) ? written : Array(text))
    }
    let message = readMessage(&error)
    let offset = error.offset <= UInt64(text.count) ? Int(error.offset) : nil
    return .failure(SharedError(message.isEmpty ? statusMessage(status) : message, offset: offset))
  }
}

/// The object behind `value` in enfold_shared. It keeps the value's cell alive.
final class PluginValue: Handled {
  static var kind: HandleKind { .sharedValue }
  var handle: UInt64 = 0
  let cell: LocalCell
  /// The value for `is_new`; see enfold_plugin.h.
  let opening: UInt32
  /// Whether the plugin is to keep the value in a storage of its own.
  private let isKeeper: Bool
  private let user: SharedUser
  private var observation: SharedObservation?
  private var check: SharedObservation?

  private init(
    _ cell: LocalCell, opening: UInt32, isKeeper: Bool, _ user: SharedUser, _ check: SharedObservation
  ) {
    self.cell = cell
    self.opening = opening
    self.isKeeper = isKeeper
    self.user = user
    self.check = check
  }

  static func open(
    _ key: String, _ storage: StorageType, default text: [UInt8], _ user: SharedUser, in runtime: Runtime
  ) throws(RuntimeError) -> PluginValue {
    guard text.withUnsafeBytes(isJSON) else { throw .invalid("initial is not JSON") }
    let (cell, check, isNew) = runtime.shared.localCell(key, storage, default: text) {
      user.normalised($0, isStrict: $1)
    }
    let isKeeper = storage.isPlugins && cell.takeKeeping()
    let opening: UInt32 = isNew ? 1 : isKeeper ? 2 : 0
    let value = PluginValue(cell, opening: opening, isKeeper: isKeeper, user, check)
    value.observation = cell.observe { user.changed() }
    do throws(RuntimeError) {
      _ = try handles.open(value)
    } catch {
      value.close()
      throw error
    }
    return value
  }

  /// From now on no call begins.
  func close() {
    observation = nil
    check = nil
    if isKeeper { cell.giveBackKeeping() }
  }
}

/// Whether a text is one JSON value.
func isJSON(_ bytes: UnsafeRawBufferPointer) -> Bool {
  var reader = JSONReader(bytes, limits: JSONLimits(depth: JSONLimits.stateDepth))
  return (try? reader.skipValue()) != nil && (try? reader.finish()) != nil
}
