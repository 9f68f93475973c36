// PatchWriter: RFC 6902 arrays from an engine's changes.
import CEnfold
import EnfoldJSON

/// Puts patches together in one buffer, which it keeps.
final class PatchWriter {
  @exclusivity(unchecked) private var writer = JSONWriter()

  /// The changes as an array of operations, NUL-terminated, valid until the next call. A first event has none: its patch
  /// puts the whole value in place.
  func write(_ changes: UnsafeBufferPointer<enfold_change>) -> UnsafeBufferPointer<CChar> {
    writer.removeAll()
    writer.literal("[")
    var isFirst = true
    for change in changes where change.flags & (ENFOLD_CHANGE_OPERATION | ENFOLD_INITIAL) != 0 {
      // That nothing is there at all, no operation says: the event's flags do.
      if change.value == nil, change.pointer_length == 0 { continue }
      if !isFirst { writer.literal(",") }
      isFirst = false
      write(change)
    }
    writer.literal("]")
    writer.nulTerminate()
    return writer.withBytes { $0.bindMemory(to: CChar.self) }
  }

  private func write(_ change: enfold_change) {
    switch change.op {
    case _ where change.value == nil: writer.literal("{\"op\":\"remove\",\"path\":")
    case ENFOLD_OP_ADD: writer.literal("{\"op\":\"add\",\"path\":")
    default: writer.literal("{\"op\":\"replace\",\"path\":")
    }
    writer.write(
      String(decoding: UnsafeRawBufferPointer(start: change.pointer, count: change.pointer_length), as: UTF8.self))
    if let value = change.value {
      writer.literal(",\"value\":")
      writer.raw(UnsafeRawBufferPointer(start: value, count: change.value_length))
    }
    writer.literal("}")
  }
}
