// What engines log: checked before it is passed to the runtime's receiver.
import CEnfold
import EnfoldJSON

extension HostStore {
  /// An engine's record. Its level and its text are not trusted: a text that is no JSON is passed on as the message of a
  /// record.
  func log(_ level: Int32, _ record: UnsafePointer<CChar>?, _ length: Int) {
    guard let record, length > 0, UInt64(length) <= runtime.options.limits.bytes else { return }
    let level = min(max(level, Int32(ENFOLD_LOG_ERROR)), Int32(ENFOLD_LOG_DEBUG))
    let bytes = UnsafeRawBufferPointer(start: record, count: length)
    var reader = JSONReader(bytes)
    do throws(JSONError) {
      try reader.skipValue()
      try reader.finish()
      runtime.log(level, bytes)
    } catch {
      runtime.note(level, String(decoding: bytes, as: UTF8.self), of: feature)
    }
  }
}
