// PatchWriter: the text of a patch, from operations that the engine has found.
import CEnfold
import EnfoldJSON

/// Writes patches into one buffer, which it uses again for each patch.
final class PatchWriter {
  @exclusivity(unchecked) private var writer = JSONWriter()

  /// Writes the changes as an array of operations. The text is NUL-terminated and valid until the next call. A first
  /// event comes without operations: its patch gets one that replaces the whole value.
  func write(_ changes: UnsafeBufferPointer<enfold_change>) -> UnsafeBufferPointer<CChar> {
    writer.removeAll()
    writer.literal("[")
    var isFirst = true
    for change in changes where change.isPartOfPatch {
      if !isFirst { writer.literal(",") }
      isFirst = false
      write(change)
    }
    writer.literal("]")
    return text()
  }

  /// Writes operations as an array. The text is as above.
  func write(_ records: [JSONPatch.Record]) -> UnsafeBufferPointer<CChar> {
    writer.removeAll()
    records.writeJSON(to: &writer)
    return text()
  }

  private func text() -> UnsafeBufferPointer<CChar> {
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

extension enfold_change {
  /// Whether this is an operation of a patch, or a first value. No operation can say that nothing is there at all: the event's
  /// flags say it.
  var isPartOfPatch: Bool {
    flags & (ENFOLD_CHANGE_OPERATION | ENFOLD_INITIAL) != 0 && (value != nil || pointer_length > 0)
  }
}
