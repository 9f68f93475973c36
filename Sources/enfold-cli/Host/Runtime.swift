// Runtime: a runtime of libenfold whose loop is this command's. Everything here is used on the main thread.
import CEnfold
import EnfoldJSON
import EnfoldSchemas

/// What a plugin says of itself: `enfold_plugin_info`.
struct PluginInfo {
  let id: String
  let version: String
  /// The Swift compiler that built it; nil if it was not written in Swift.
  let compiler: String?
  let features: [String]
  let json: JSONValue
}

/// A record of the log: a warning, an error, or that a breakpoint holds the store.
struct LogRecord {
  let isError: Bool
  let message: String
  /// What `enfold explain` explains.
  let topic: String?
  /// The name of the action that it is about, if it is about one.
  let action: String?

  /// Whether it says that a breakpoint holds the store.
  var isStop: Bool { topic == "a-store-is-held" }
}

/// An open runtime. Callbacks run in `pump`, and in what is called on it and its stores.
final class Runtime {
  let handle: enfold_runtime

  /// - Parameters:
  ///   - environment: which dependencies features see: "live", "preview" or "test".
  ///   - clock: "system", or "manual", which `advance` moves.
  init(environment: String, clock: String = "system") throws(Failure) {
    var handle: enfold_runtime = 0
    let options: JSONValue = ["loop": "host", "environment": .string(environment), "clock": .string(clock)]
    try call { enfold_runtime_open(options.json, nulTerminated, &handle, $0) }
    self.handle = handle
  }

  deinit { enfold_runtime_close(handle, nil) }

  func load(_ path: String) throws(Failure) -> PluginInfo {
    try PluginFile.checkLibrary(path)
    var plugin: enfold_plugin = 0
    try call { enfold_plugin_load(handle, path, nil, 0, &plugin, $0) }
    let json = try parsed(try text { enfold_plugin_info(plugin, $0, $1) })
    return PluginInfo(
      id: json["id"]?.string ?? "", version: json["version"]?.string ?? "", compiler: json["compiler"]?.string,
      features: json["features"]?.elements.compactMap(\.string) ?? [], json: json)
  }

  /// Every feature of the loaded plugins.
  func features() throws(Failure) -> [Feature] {
    try parsed(try text { enfold_runtime_features(handle, $0, $1) }).elements.map { Feature($0) }
  }

  /// - Parameter state: the initial state as JSON; nil: the feature's own.
  func open(_ feature: String, state: String? = nil) throws(Failure) -> Store {
    let prefix = "{\"state\":"
    let options = state.map { prefix + $0 + "}" }
    var store: enfold_store = 0
    do throws(Failure) {
      try call { enfold_store_open(handle, feature, options, options == nil ? 0 : nulTerminated, &store, $0) }
    } catch {
      // Offsets count from the start of the options.
      var failure = error
      failure.offset = error.offset.map { $0 - prefix.utf8.count }.flatMap { $0 >= 0 ? $0 : nil }
      throw failure
    }
    return Store(handle: store)
  }

  /// The descriptor that is readable while `pump` has work.
  func descriptor() throws(Failure) -> Int32 {
    var descriptor: Int32 = -1
    try call { enfold_runtime_fd(handle, &descriptor, $0) }
    return descriptor
  }

  func pump() throws(Failure) { try call { enfold_runtime_pump(handle, 0, nil, $0) } }

  /// Waits until no effect runs any more. False: the time was over first.
  func wait(milliseconds: Int64) throws(Failure) -> Bool {
    try call { enfold_runtime_wait(handle, milliseconds, $0) } != ENFOLD_TIMEOUT
  }

  /// Records into a new session file from now on; nil ends the recording.
  func record(_ path: String?) throws(Failure) { try call { enfold_runtime_record(handle, path, nil, 0, $0) } }

  /// Whether a store is held.
  func hasHeldStore() throws(Failure) -> Bool {
    let stats = try parsed(try text { enfold_runtime_stats(handle, $0, $1) })
    return stats["held"].map { $0 != 0 } ?? false
  }

  /// Receives diagnostics: warnings, errors, and each stop at a breakpoint, but not those about refused actions: their sender
  /// gets the error.
  func log(_ body: @escaping (LogRecord) -> Void) throws(Failure) {
    let user = Box<(Int32, String)> { level, text in
      let json = try? JSONValue(parsing: text)
      let record = LogRecord(
        isError: level == ENFOLD_LOG_ERROR, message: json?["message"]?.string ?? text, topic: json?["topic"]?.string,
        action: json?["action"]?.string)
      if level > ENFOLD_LOG_WARNING, !record.isStop { return }
      if record.topic != "an-action-was-refused" { body(record) }
    }
    try call {
      enfold_runtime_log(
        handle, ENFOLD_LOG_INFO,
        { user, level, record, length in Box<(Int32, String)>.call(user, (level, string(record, length))) },
        user.retained, Box<(Int32, String)>.release, $0)
    }
  }

  /// Lets time pass for effects, which go as far as they can.
  func advance(nanoseconds: Int64) throws(Failure) { try call { enfold_clock_advance(handle, nanoseconds, $0) } }

  /// Handles the requests of a name.
  func handle(_ name: String, _ body: @escaping (enfold_request, _ payload: String) -> Void) throws(Failure) {
    let user = Box<(enfold_request, String)> { body($0.0, $0.1) }
    try call {
      enfold_runtime_handle(
        handle, name,
        { user, request, payload, length in
          Box<(enfold_request, String)>.call(user, (request, string(payload, length)))
        }, nil, user.retained, Box<(enfold_request, String)>.release, $0)
    }
  }

  /// Answers each request of a name in the same way. An answer to a stream is the array of its elements.
  func answer(_ request: Feature.Request, with json: JSONValue) throws(Failure) {
    let elements = request.isStream ? json.elements.map(\.json) : []
    let answer = request.isStream ? nil : json.json
    let user = Box<enfold_request> { request in
      // A wrong answer fails the effect, and a diagnostic says so.
      for element in elements { enfold_request_emit(request, element, nulTerminated, nil) }
      enfold_request_resolve(request, answer, answer == nil ? 0 : nulTerminated, nil)
    }
    try call {
      enfold_runtime_handle(
        handle, request.name, { user, request, _, _ in Box<enfold_request>.call(user, request) }, nil, user.retained,
        Box<enfold_request>.release, $0)
    }
  }

  private func parsed(_ text: String) throws(Failure) -> JSONValue {
    do {
      return try JSONValue(parsing: text, limits: .greatest)
    } catch {
      throw Failure("libenfold has written what is not JSON: \(error)")
    }
  }
}
