// PatchWriter: RFC 6902 arrays from an engine's changes.
import CEnfold
import EnfoldJSON

/// Puts patches together in one buffer, which it keeps.
final class PatchWriter {
  @exclusivity(unchecked) private var writer = JSONWriter()

  /// The changes as an array of operations, NUL-terminated, valid until the next call.
  func write(_ changes: UnsafeBufferPointer<enfold_change>) -> UnsafeBufferPointer<CChar> {
    writer.removeAll()
    writer.literal("[")
    // Beside the operations an engine may report the whole value, for those who want both; then it is no operation.
    let hasOperations = changes.contains { $0.pointer_length > 0 }
    var isFirst = true
    for change in changes where change.pointer_length > 0 || !hasOperations && isOperation(change) {
      if !isFirst { writer.literal(",") }
      isFirst = false
      write(change)
    }
    writer.literal("]")
    writer.nulTerminate()
    return writer.withBytes { $0.bindMemory(to: CChar.self) }
  }

  /// A raw subscription also hears of commits that changed nothing.
  private func isOperation(_ change: enfold_change) -> Bool {
    change.flags & (ENFOLD_INITIAL | ENFOLD_CHANGED | ENFOLD_PULSE | ENFOLD_REMOVED) != 0
      && (change.value != nil || change.op == ENFOLD_OP_REMOVE)
  }

  private func write(_ change: enfold_change) {
    switch change.op {
    case ENFOLD_OP_ADD: writer.literal("{\"op\":\"add\",\"path\":")
    case ENFOLD_OP_REMOVE: writer.literal("{\"op\":\"remove\",\"path\":")
    default: writer.literal("{\"op\":\"replace\",\"path\":")
    }
    writer.write(String(decoding: UnsafeRawBufferPointer(start: change.pointer, count: change.pointer_length), as: UTF8.self))
    if let value = change.value, change.op != ENFOLD_OP_REMOVE {
      writer.literal(",\"value\":")
      writer.raw(UnsafeRawBufferPointer(start: value, count: change.value_length))
    }
    writer.literal("}")
  }
}
