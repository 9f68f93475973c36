// HostStore: checks and completes the log records of engines, and tells of requests that are left without an answer.
import CEnfold
import Enfold
import EnfoldJSON

extension HostStore {
  /// Passes on a record of the engine, with the store, its feature and the time. Its level and its text are not trusted: a
  /// text that is not JSON becomes the message of a new record.
  func log(_ level: Int32, _ record: UnsafePointer<CChar>?, _ length: Int) {
    guard let record, length > 0, UInt64(length) <= runtime.options.limits.bytes else { return }
    let level = min(max(level, Int32(ENFOLD_LOG_ERROR)), Int32(ENFOLD_LOG_DEBUG))
    let bytes = UnsafeRawBufferPointer(start: record, count: length)
    // Without a receiver the message is looked through nevertheless: what it quotes may come again, in the message of a task.
    guard let redacted = redactor.record(bytes) else { return log(level, bytes) }
    redacted.withUnsafeBytes { log(level, $0) }
  }

  private func log(_ level: Int32, _ bytes: UnsafeRawBufferPointer) {
    runtime.log(level) { writer in
      var reader = JSONReader(bytes)
      do throws(JSONError) {
        guard reader.peek() == .object else {
          try reader.skipValue()
          try reader.finish()
          return writer.raw(bytes)
        }
        let keys = try reader.readKeys()
        try reader.finish()
        let end = bytes.lastIndex(of: UInt8(ascii: "}")) ?? bytes.startIndex
        writer.raw(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        complete(&writer, without: keys)
      } catch {
        writer.literal("{\"level\":")
        writer.write(levelName(level))
        writer.literal(",\"message\":")
        writer.write(String(decoding: bytes, as: UTF8.self))
        complete(&writer, without: ["level", "message"])
      }
    }
  }

  /// Writes the members that the engine's record does not have, and the end of the record.
  private func complete(_ writer: inout JSONWriter, without keys: Set<String>) {
    var isFirst = keys.isEmpty
    func begin(_ key: StaticString) -> Bool {
      if keys.contains("\(key)") { return false }
      writer.literal(isFirst ? "" : ",")
      isFirst = false
      writer.write("\(key)")
      writer.literal(":")
      return true
    }
    let store = root
    if store != 0, begin("store") { writer.write(store) }
    if begin("feature") { writer.write(feature) }
    if begin("time") { writer.writeTime() }
    if begin("name") { writer.write(name) }
    writer.literal("}")
  }
}

extension HostStore {
  /// Tells the receiver of diagnostics which requests of this store have no answer, because it is closed.
  func logOpenRequests() {
    guard runtime.requests.openCount.load(ordering: .relaxed) > 0 else { return }
    var names = NameCounts()
    for name in runtime.requests.openNames(of: handle) { names.add("\"\(name)\"") }
    if names.isEmpty { return }
    log(warning: "the store was closed while requests had no answer: \(names)", .requestsWithoutAnswer)
  }

  /// Tells the receiver of diagnostics that a commit took long.
  ///
  /// - Parameter silent: how many slow commits of the runtime were not told before.
  func logSlow(_ entry: UnsafePointer<enfold_trace_entry>, _ silent: UInt64) {
    // An engine may report any number.
    func milliseconds(_ nanoseconds: UInt64) -> UInt64 { (nanoseconds / 100_000 + 5) / 10 }
    let whole = entry.pointee.reduced &+ entry.pointee.encoded &+ entry.pointee.told
    let others = silent == 0 ? "" : "; \(silent) more commits were slow since the last warning"
    log(
      warning:
        "the commit of revision \(entry.pointee.revision) took \(milliseconds(whole)) ms (reduced \(milliseconds(entry.pointee.reduced)), "
        + "encoded \(milliseconds(entry.pointee.encoded)), told \(milliseconds(entry.pointee.told)))\(others)",
      .slowCommit)
  }

  /// Logs a warning of the runtime itself about this store.
  func log(warning message: String, _ topic: Diagnostic.Topic) {
    var record = JSONWriter()
    record.literal("{\"level\":\"warning\",\"message\":")
    record.write(message)
    record.write(topic)
    record.literal("}")
    record.withBytes {
      log(Int32(ENFOLD_LOG_WARNING), $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count)
    }
  }
}

/// Names in a message, each once, with how often it came.
struct NameCounts: CustomStringConvertible {
  private var counts: [ExactText: Int] = [:]

  mutating func add(_ name: String) { counts[ExactText(name), default: 0] += 1 }

  var isEmpty: Bool { counts.isEmpty }
  /// Whether there is one name that came once.
  var isOne: Bool { counts.count == 1 && counts.values.first == 1 }

  var description: String {
    let names = counts.sorted { $0.key < $1.key }
    let list = names.prefix(10).map { $1 == 1 ? $0.text : "\($0.text) (\($1) times)" }.joined(separator: ", ")
    return names.count > 10 ? "\(list) and \(names.count - 10) more" : list
  }
}

private func levelName(_ level: Int32) -> String { ["error", "warning", "info", "debug"][Int(level) - 1] }

extension JSONReader {
  /// Reads an object, and returns its keys.
  fileprivate mutating func readKeys() throws(JSONError) -> Set<String> {
    var keys: Set<String> = []
    try beginObject()
    while let key = try nextKey() {
      keys.insert(key.string)
      try skipValue()
    }
    return keys
  }
}
