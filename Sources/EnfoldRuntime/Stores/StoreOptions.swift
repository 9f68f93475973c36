// StoreOptions: the JSON options of enfold_store_open.
import CEnfold
import EnfoldJSON

/// The options of `enfold_store_open`. The state is borrowed from the options' text.
struct StoreOptions {
  private var state: UnsafeRawBufferPointer?
  /// Where the state begins in the options' text.
  private var stateOffset: UInt64 = 0
  private var ignoresUnknownKeys = false
  /// Whether actions are only checked and reported.
  private(set) var isStub = false

  /// - Parameter text: must stay valid as long as these options are used.
  init(_ text: UnsafeRawBufferPointer?, limits: RuntimeOptions.Limits) throws(RuntimeError) {
    var options = StoreOptions()
    // A state may be nested deeper than an action. Inside the options it is nested one level deeper than on its own.
    let json = JSONLimits(depth: JSONLimits.stateDepth + 1, bytes: limits.json.bytes)
    try readOptions(text, known: "state, stub, unknownKeys", limits: json) { (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "state": options.state = try reader.rawValue()
      case "stub": options.isStub = try reader.readBool()
      case "unknownKeys":
        options.ignoresUnknownKeys = try reader.readChoice("unknownKeys", ["refuse": false, "ignore": true])
      default: return false
      }
      return true
    }
    if let state = options.state?.baseAddress, let text = text?.baseAddress {
      options.stateOffset = UInt64(max(state - text, 0))
    }
    self = options
  }

  private init() {}

  /// Calls `body` with the options for an engine. An error of the engine is about the state. This turns its offset into one in
  /// the options' text, which the caller knows.
  func withEngineOptions<R>(
    of runtime: Runtime, _ body: (UnsafePointer<enfold_store_options>) throws(RuntimeError) -> R
  ) throws(RuntimeError) -> R {
    let limits = runtime.options.limits
    var options = enfold_store_options(
      struct_size: UInt32(MemoryLayout<enfold_store_options>.size),
      flags: (runtime.loop == nil ? 0 : ENFOLD_STORE_SCHEDULED)
        | (ignoresUnknownKeys ? ENFOLD_STORE_IGNORE_UNKNOWN : 0),
      state: state?.baseAddress?.assumingMemoryBound(to: CChar.self), state_length: state?.count ?? 0,
      depth_limit: limits.depth, byte_limit: limits.bytes, queue_limit: limits.queue,
      environment: runtime.options.environment, runtime: runtime.handle)
    do throws(RuntimeError) {
      return try body(&options)
    } catch {
      var error = error
      if error.offset != .max { error.offset &+= stateOffset }
      throw error
    }
  }
}
