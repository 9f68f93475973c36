// TestReplayHost, TestReplayStore: the stores of a replay in this process, through the table that a plugin offers its host.
import CEnfold
import EnfoldPlugin
import EnfoldSessions

/// Why a store of a replay refuses something.
struct ReplayRefusal: Error, CustomStringConvertible {
  let description: String
}

struct TestReplayHost: ReplayHost {
  private let features: [ReplayedFeature]
  private let plugin: PluginTable

  init(_ features: [ReplayedFeature]) {
    self.features = features
    plugin = PluginTable(id: "org.enfold.replay", version: "1.0.0", features: features.map(\.feature))
  }

  func open(
    _ feature: String, of plugin: String, named name: String, state: SessionText, given: String?
  ) throws(ReplayRefusal) -> TestReplayStore {
    guard let index = features.firstIndex(where: { $0.name == feature }) else {
      let known = features.map(\.name).joined(separator: ", ")
      throw ReplayRefusal(description: "its feature \(feature) is not in the list of reducers, which has \(known)")
    }
    let table = self.plugin.pointer.assumingMemoryBound(to: enfold_plugin_table.self)
    guard let found = table.pointee.features[index] else { preconditionFailure("each feature has a table") }
    return try TestReplayStore(found, state, given)
  }
}

/// A store that begins no effects.
final class TestReplayStore: ReplayStore {
  private let engine: enfold_engine
  private let restoring: enfold_restore
  private let sending: enfold_dependencies
  private var store: UnsafeMutableRawPointer?
  private var patch: String?

  /// What the store calls. It has no clock and answers no requests: nothing asks for them.
  nonisolated(unsafe) private static let host: UnsafePointer<enfold_host> = {  // never written after it was made
    let host = UnsafeMutablePointer<enfold_host>.allocate(capacity: 1)
    host.initialize(
      to: enfold_host(
        struct_size: UInt32(MemoryLayout<enfold_host>.size),
        commit: { context, commit in
          guard let context, let commit else { return }
          Unmanaged<TestReplayStore>.fromOpaque(context).takeUnretainedValue().note(commit.pointee)
        }, schedule: { _ in }, task_ended: { _, _, _, _, _ in }, idle: { _ in }, log: { _, _, _, _ in },
        closed: { _ in }, thread: nil, get_extension: nil))
    return UnsafePointer(host)
  }()

  fileprivate init(
    _ feature: UnsafePointer<enfold_plugin_feature>, _ state: SessionText, _ given: String?
  ) throws(ReplayRefusal) {
    func offered<Table>(_ name: String, _ type: Table.Type) -> Table {
      guard let table = feature.pointee.get_extension?(name, 1) else { preconditionFailure("EnfoldPlugin has \(name)") }
      return table.assumingMemoryBound(to: Table.self).pointee
    }
    engine = feature.pointee.engine.pointee
    restoring = offered(ENFOLD_RESTORE_EXTENSION, enfold_restore.self)
    sending = offered(ENFOLD_DEPENDENCIES_EXTENSION, enfold_dependencies.self)
    let opening = offered(ENFOLD_NO_EFFECTS_EXTENSION, enfold_no_effects.self)
    let context = Unmanaged.passUnretained(self).toOpaque()
    try state.withBytes { text throws(ReplayRefusal) in
      var options = enfold_store_options()
      options.struct_size = UInt32(MemoryLayout<enfold_store_options>.size)
      (options.depth_limit, options.byte_limit, options.queue_limit) = (1024, .max, .max)
      options.environment = 1
      (options.state, options.state_length) = (text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count)
      let given = Array((given ?? "").utf8CString)
      try given.withUnsafeBufferPointer { given throws(ReplayRefusal) in
        if given.count > 1 { (options.given, options.given_length) = (given.baseAddress, given.count - 1) }
        try refusing { opening.open(engine.feature, &options, Self.host, context, &store, $0) }
      }
    }
    try refusing { engine.observe(store, 1, "", 0, ENFOLD_INTEREST_PATCH | ENFOLD_INTEREST_RAW, 1, $0) }
  }

  deinit { close() }

  func send(_ action: SessionText, given: String?) throws(ReplayRefusal) {
    try action.withBytes { text throws(ReplayRefusal) in
      let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
      try refusing { error in
        guard let given else { return engine.send(store, start, text.count, ENFOLD_SEND_DRAIN, 0, nil, error) }
        return sending.send(
          store, start, text.count, nil, 0, given, given.utf8.count, ENFOLD_SEND_DRAIN, 0, nil, error)
      }
    }
  }

  func set(_ value: JSONValue, at pointer: String) throws(ReplayRefusal) {
    let text = value.json
    try refusing {
      engine.set?(store, pointer, pointer.utf8.count, text, text.utf8.count, nil, 0, ENFOLD_SEND_DRAIN, $0) ?? 0
    }
  }

  func restore(_ state: JSONValue) throws(ReplayRefusal) {
    let text = state.json
    try refusing { restoring.restore(store, text, text.utf8.count, ENFOLD_SEND_DRAIN, $0) }
  }

  func takePatch() -> String? { patch.take() }

  func state() throws(ReplayRefusal) -> String {
    var text: [UInt8] = []
    try withUnsafeMutablePointer(to: &text) { text throws(ReplayRefusal) in
      try refusing {
        engine.state(
          store, "", 0,
          { text, bytes, count in
            text?.assumingMemoryBound(to: [UInt8].self).pointee += UnsafeRawBufferPointer(start: bytes, count: count)
          }, text, $0)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  func close() {
    guard let store = store.take() else { return }
    engine.close(store, 1)
    engine.release(store)
  }

  /// The operations of a commit, as JSON. Only the first commit of a call counts.
  private func note(_ commit: enfold_commit) {
    if patch != nil { return }
    var writer = JSONWriter()
    writer.literal("[")
    for change in UnsafeBufferPointer(start: commit.changes, count: commit.change_count)
    where change.flags & ENFOLD_CHANGE_OPERATION != 0 {
      if writer.count > 1 { writer.literal(",") }
      let isRemoved = change.op == ENFOLD_OP_REMOVE || change.value == nil
      writer.literal(
        isRemoved
          ? "{\"op\":\"remove\",\"path\":"
          : change.op == ENFOLD_OP_ADD ? "{\"op\":\"add\",\"path\":" : "{\"op\":\"replace\",\"path\":")
      writer.write(
        String(decoding: UnsafeRawBufferPointer(start: change.pointer, count: change.pointer_length), as: UTF8.self))
      if !isRemoved {
        writer.literal(",\"value\":")
        writer.raw(UnsafeRawBufferPointer(start: change.value, count: change.value_length))
      }
      writer.literal("}")
    }
    writer.literal("]")
    patch = writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}

/// Calls the store. What it refuses is an error.
private func refusing(
  _ body: (UnsafeMutablePointer<enfold_error>) -> enfold_status
) throws(ReplayRefusal) {
  var error = enfold_error()
  error.struct_size = UInt32(MemoryLayout<enfold_error>.size)
  let status = body(&error)
  // That an action had no target was told then, too, and is a commit all the same.
  if status >= 0 || status == ENFOLD_NO_TARGET { return }
  throw ReplayRefusal(description: readMessage(&error))
}
