// RuntimeOptions: the JSON options of enfold_runtime_open.
import EnfoldJSON

/// The options of `enfold_runtime_open`.
struct RuntimeOptions {
  enum Loop { case inline, host }
  enum Clock { case system, manual }
  /// What the process writes if a plugin traps.
  enum CrashLine { case none, names, values }

  var loop = Loop.inline
  var clock = Clock.system
  /// Which dependencies features see: 0 live, 1 preview, 2 test.
  var environment: Int32 = 0
  var limits = Limits()
  /// Where shared values of files and defaults are kept; nil: where the environment says.
  var sharedDirectory: String?
  var crashLine = CrashLine.none
  /// Whether the times of commits are counted although nobody reads a trace.
  var countsTimes = false
  /// What no reader of the trace, no log and no message may get.
  var redactions: [RedactionPattern] = []

  /// How deep and how long a text may be, how many actions may wait in a store, how many callbacks there may ever be,
  /// and how many requests may be open.
  struct Limits {
    var depth: UInt64 = 128
    var bytes: UInt64 = 64 << 20
    var queue: UInt64 = 1_048_576
    var callbacks: UInt64 = 1_024
    var requests: UInt64 = 65_536

    var json: JSONLimits { JSONLimits(depth: Int(clamping: depth), bytes: Int(clamping: bytes)) }
  }

  init(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    var options = RuntimeOptions()
    let known: StaticString = "loop, clock, environment, limits, shared, crashLine, stats, redact"
    try readOptions(text, known: known) { (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "loop": options.loop = try reader.readChoice("loop", ["inline": .inline, "host": .host])
      case "clock": options.clock = try reader.readChoice("clock", ["system": .system, "manual": .manual])
      case "environment":
        options.environment = try reader.readChoice("environment", ["live": 0, "preview": 1, "test": 2])
      case "limits": options.limits = try Limits(&reader)
      case "crashLine":
        options.crashLine =
          reader.peek() == .string
          ? try reader.readChoice("crashLine", ["values": .values]) : try reader.readBool() ? .names : .none
      case "redact": options.redactions = try reader.readRedactions()
      case "stats": options.countsTimes = try reader.readBool()
      case "shared": options.sharedDirectory = try reader.readSharedDirectory()
      default: return false
      }
      return true
    }
    self = options
  }

  private init() {}
}

extension RuntimeOptions.Limits {
  init(_ reader: inout JSONReader) throws(JSONError) {
    var limits = Self()
    let known: StaticString = "depth, bytes, queue, callbacks, requests"
    try reader.readMembers(known: known) { (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "depth": limits.depth = try reader.readLimit("depth", to: UInt64(JSONLimits.stateDepth))
      case "bytes": limits.bytes = try reader.readLimit("bytes")
      case "queue": limits.queue = try reader.readLimit("queue")
      case "callbacks": limits.callbacks = try reader.readLimit("callbacks")
      case "requests": limits.requests = try reader.readLimit("requests")
      default: return false
      }
      return true
    }
    self = limits
  }
}

extension JSONReader {
  fileprivate mutating func readSharedDirectory() throws(JSONError) -> String? {
    var directory: String?
    try readMembers(known: "directory") { (key, reader) throws(JSONError) -> Bool in
      guard key == "directory" else { return false }
      let path = try reader.readString()
      guard path.first == "/", !path.utf8.contains(0) else {
        throw reader.mismatch("\"directory\" is \(JSON.string(path)); an absolute path without NUL is needed")
      }
      directory = path
      return true
    }
    return directory
  }

  /// Reads a number from 1 to `greatest`.
  fileprivate mutating func readLimit(_ key: StaticString, to greatest: UInt64 = .max) throws(JSONError) -> UInt64 {
    var ahead = self
    _ = ahead.peek()
    let offset = ahead.offset
    let text = try rawValue()
    var reader = JSONReader(text)
    guard let value = try? reader.readInteger(UInt64.self), (1...greatest).contains(value) else {
      let shown = String(decoding: text.prefix(40), as: UTF8.self)
      throw JSONError(
        code: .mismatch, offset: offset, message: "\"\(key)\" is \(shown); a number from 1 to \(greatest) is needed")
    }
    return value
  }
}
