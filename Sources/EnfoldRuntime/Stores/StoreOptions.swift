// StoreOptions: the JSON options of enfold_store_open.
import CEnfold
import Enfold
import EnfoldJSON

/// The options of `enfold_store_open`. The state is borrowed from the options' text.
struct StoreOptions {
  private var state: UnsafeRawBufferPointer?
  /// What the dependencies give while the first state is made.
  private(set) var given: UnsafeRawBufferPointer?
  private var givenOffset: UInt64 = 0
  /// Where the state begins in the options' text.
  private var stateOffset: UInt64 = 0
  private var ignoresUnknownKeys = false
  private var isStub = false
  private var hasEffects = true
  /// What it does with actions.
  var mode: StoreMode { isStub ? .stub : hasEffects ? .full : .withoutEffects }

  /// What the host calls the store; nil if it does not say.
  private(set) var name: String?

  private static let longestName = 256

  /// - Parameter text: must stay valid as long as these options are used.
  init(_ text: UnsafeRawBufferPointer?, limits: RuntimeOptions.Limits) throws(RuntimeError) {
    var options = StoreOptions()
    // A state may be nested deeper than an action. Inside the options it is nested one level deeper than on its own.
    let json = JSONLimits(depth: JSONLimits.stateDepth + 1, bytes: limits.json.bytes)
    try readOptions(text, known: "dependencies, effects, name, state, stub, unknownKeys", limits: json) {
      (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "effects": options.hasEffects = try reader.readChoice("effects", ["run": true, "none": false])
      case "name":
        _ = reader.peek()
        let offset = reader.offset
        let name = try reader.readString()
        guard (1...Self.longestName).contains(name.utf8.count) else {
          throw JSONError(
            code: .mismatch, offset: offset,
            message: "\"name\" has \(name.utf8.count) bytes; at least 1 and at most \(Self.longestName) are allowed")
        }
        if let place = name.utf8.firstIndex(of: 0) {
          throw JSONError(
            code: .mismatch, offset: offset,
            message: "\"name\" has U+0000 behind \(name.utf8[..<place].count) bytes; a name without it is needed, "
              + "because functions in C would take it for the end")
        }
        options.name = name
      case "dependencies": options.given = try reader.rawValue()
      case "state": options.state = try reader.rawValue()
      case "stub": options.isStub = try reader.readBool()
      case "unknownKeys":
        options.ignoresUnknownKeys = try reader.readChoice("unknownKeys", ["refuse": false, "ignore": true])
      default: return false
      }
      return true
    }
    func offset(of part: UnsafeRawBufferPointer?) -> UInt64 {
      guard let part = part?.baseAddress, let text = text?.baseAddress else { return 0 }
      return UInt64(max(part - text, 0))
    }
    options.stateOffset = offset(of: options.state)
    options.givenOffset = offset(of: options.given)
    if options.given != nil, options.hasEffects || options.isStub {
      throw .invalid("options: \"dependencies\" is for stores that are opened with \"effects\":\"none\"")
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
        | (ignoresUnknownKeys ? ENFOLD_STORE_IGNORE_UNKNOWN : 0) | (runtime.trace.isOn ? ENFOLD_STORE_TRACED : 0),
      state: state?.baseAddress?.assumingMemoryBound(to: CChar.self), state_length: state?.count ?? 0,
      depth_limit: limits.depth, byte_limit: limits.bytes, queue_limit: limits.queue,
      environment: runtime.options.environment, runtime: runtime.handle,
      given: given?.baseAddress?.assumingMemoryBound(to: CChar.self), given_length: given?.count ?? 0)
    do throws(RuntimeError) {
      return try body(&options)
    } catch {
      var error = error
      // What is wrong with the values of dependencies is ENFOLD_INVALID.
      if error.offset != .max { error.offset &+= error.status == ENFOLD_INVALID ? givenOffset : stateOffset }
      throw error
    }
  }
}
