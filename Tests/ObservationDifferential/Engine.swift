// The feature as a host sees it: the C table of enfold_plugin.h. What the engine must never do ends the program.
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry
import CEnfold
import Enfold
import EnfoldPlugin

/// What the engine said of one interest in one commit.
struct Report {
  var flags: UInt32 = 0
  /// nil: not reported. `.some(nil)`: nothing is there.
  var value: String??
  var patch: [JSONPatch.Operation] = []
}

/// A store, opened through the table.
final class Engine {
  private let table: UnsafePointer<enfold_engine>
  private var store: UnsafeMutableRawPointer?
  private let host: UnsafeMutablePointer<enfold_host>
  /// What was reported since `take`, by interest.
  private var reports: [UInt64: Report] = [:]

  private static let plugin = PluginTable(
    id: "test", version: "1",
    features: [
      PluginFeature(Everything.self, reducer: { Everything() }, initialState: { Everything.State() }),
      PluginFeature(Kinds.self, reducer: { Kinds() }, initialState: { Kinds.State() }),
    ])

  init<R: Reducer>(of feature: R.Type = Everything.self) {
    let plugin = Self.plugin.pointer.assumingMemoryBound(to: enfold_plugin_table.self)
    table = plugin.pointee.features[feature == Kinds.self ? 1 : 0]!.pointee.engine
    host = .allocate(capacity: 1)
    host.initialize(
      to: enfold_host(
        struct_size: UInt32(MemoryLayout<enfold_host>.size),
        commit: { context, commit in
          Unmanaged<Engine>.fromOpaque(context!).takeUnretainedValue().note(commit!.pointee)
        }, schedule: { _ in }, task_ended: { _, _, _, _, _ in }, idle: { _ in }, log: { _, _, _, _ in },
        closed: { _ in }, thread: nil, get_extension: nil))
    var options = enfold_store_options()
    options.struct_size = UInt32(MemoryLayout<enfold_store_options>.size)
    (options.depth_limit, options.byte_limit, options.queue_limit) = (128, 1 << 26, 1 << 20)
    var error = enfold_error()
    let status = table.pointee.open(
      table.pointee.feature, &options, host, Unmanaged.passUnretained(self).toOpaque(), &store, &error)
    precondition(status == 0, "open")
  }

  deinit {
    table.pointee.close(store, 1)
    table.pointee.release(store)
    host.deallocate()
  }

  func observe(_ id: UInt64, _ pointer: String, _ flags: UInt32) {
    var error = enfold_error()
    let status = table.pointee.observe(store, id, pointer, pointer.utf8.count, flags, 1, &error)
    precondition(status == 0, "observe \(pointer)")
  }

  func unobserve(_ id: UInt64) { table.pointee.unobserve(store, id) }

  func send(_ actions: [String]) {
    var error = enfold_error()
    var accepted = 0
    let text = "[" + actions.joined(separator: ",") + "]"
    let status = table.pointee.send_batch(store, text, text.utf8.count, ENFOLD_SEND_DRAIN, &accepted, &error)
    precondition(status == 0 && accepted == actions.count, "send")
  }

  var state: JSONValue {
    var text: [UInt8] = []
    var error = enfold_error()
    withUnsafeMutablePointer(to: &text) { text in
      let status = table.pointee.state(
        store, "", 0,
        { context, bytes, count in
          context!.assumingMemoryBound(to: [UInt8].self).pointee += UnsafeRawBufferPointer(start: bytes, count: count)
        }, text, &error)
      precondition(status == 0, "state")
    }
    return try! JSONValue(parsing: String(decoding: text, as: UTF8.self))
  }

  /// What was reported since the last call.
  func take() -> [UInt64: Report] {
    defer { reports = [:] }
    return reports
  }

  private func note(_ commit: enfold_commit) {
    for change in UnsafeBufferPointer(start: commit.changes, count: commit.change_count) {
      var report = reports[change.interest] ?? Report()
      report.flags |= change.flags
      let text = change.value.map {
        String(decoding: UnsafeRawBufferPointer(start: $0, count: change.value_length), as: UTF8.self)
      }
      if change.flags & ENFOLD_CHANGE_OPERATION == 0 {
        report.value = .some(text)
      } else {
        report.patch.append(operation(change, text))
      }
      reports[change.interest] = report
    }
  }

  private func operation(_ change: enfold_change, _ value: String?) -> JSONPatch.Operation {
    let pointer = UnsafeRawBufferPointer(start: change.pointer, count: change.pointer_length)
    let path = try! JSONPath(pointer: pointer)
    let json = value.map { try! JSONValue(parsing: $0) }
    switch change.op {
    case ENFOLD_OP_ADD: return .add(path: path, value: json!)
    case ENFOLD_OP_REMOVE: return .remove(path: path)
    default: return json.map { .replace(path: path, value: $0) } ?? .remove(path: path)
    }
  }
}
