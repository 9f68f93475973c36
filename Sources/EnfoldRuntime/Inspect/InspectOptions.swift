// InspectOptions: the JSON options of enfold_runtime_inspect.
import EnfoldJSON

/// The options of `enfold_runtime_inspect`.
struct InspectOptions {
  /// Whether an inspector may do more than look: send, restore, hold.
  private(set) var control = false
  /// Whether it is to end.
  private(set) var off = false
  /// How many bytes of lines are kept for an inspector.
  private(set) var bytes = 16 << 20

  init(control: Bool) { self.control = control }

  init(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    var options = InspectOptions(control: false)
    try readOptions(text, known: "control, off, bytes") { (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "control": options.control = try reader.readBool()
      case "off": options.off = try reader.readBool()
      case "bytes": options.bytes = Int(clamping: try UInt64(json: &reader))
      default: return false
      }
      return true
    }
    self = options
  }
}
