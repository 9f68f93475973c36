// RecordOptions: the JSON options of enfold_runtime_record.
import EnfoldJSON

/// The options of `enfold_runtime_record`.
struct RecordOptions {
  /// How many bytes of entries may wait to be written.
  private(set) var bytes = 16 << 20
  /// After how many entries of a store its state is written again; 0: never.
  private(set) var checkpoint = 1_000

  init(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    var options = RecordOptions()
    try readOptions(text, known: "bytes, checkpoint") { (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "bytes": options.bytes = Int(clamping: try UInt64(json: &reader))
      case "checkpoint": options.checkpoint = Int(clamping: try UInt64(json: &reader))
      default: return false
      }
      return true
    }
    self = options
  }

  init() {}

  init(checkpoint: Int) { self.checkpoint = checkpoint }
}
