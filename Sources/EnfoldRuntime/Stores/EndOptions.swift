// EndOptions: the JSON options of enfold_store_end and enfold_runtime_end.
import CEnfold
import EnfoldJSON

/// The options of `enfold_store_end` and `enfold_runtime_end`.
struct EndOptions {
  /// Whether what is debounced or throttled begins at once.
  private(set) var flushes = true
  /// Negative: without end.
  private(set) var milliseconds: Int64 = 2_000
  /// Whether it is closed after the wait.
  private(set) var closes = true

  init(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    var options = EndOptions()
    try readOptions(text, known: "close, flush, wait") { (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "close": options.closes = try reader.readBool()
      case "flush": options.flushes = try reader.readBool()
      case "wait": options.milliseconds = try Int64(json: &reader)
      default: return false
      }
      return true
    }
    self = options
  }

  private init() {}
}
