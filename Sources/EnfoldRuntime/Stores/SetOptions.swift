// SetOptions: the JSON options of enfold_store_set.
import CEnfold
import EnfoldJSON

/// The options of `enfold_store_set`. The action is borrowed from the options' text.
struct SetOptions {
  /// The template of the action that is sent after the write.
  private(set) var action: UnsafeRawBufferPointer?
  /// Where the action begins in the options' text.
  private var actionOffset: UInt64 = 0

  /// - Parameter text: must stay valid as long as these options are used.
  init(_ text: UnsafeRawBufferPointer?, limits: RuntimeOptions.Limits) throws(RuntimeError) {
    var options = SetOptions()
    // Inside the options the action is nested one level deeper than on its own.
    let json = JSONLimits(depth: limits.json.depth &+ 1, bytes: limits.json.bytes)
    try readOptions(text, known: "action", limits: json) { (key, reader) throws(JSONError) -> Bool in
      guard key == "action" else { return false }
      options.action = try reader.rawValue()
      return true
    }
    if let action = options.action?.baseAddress, let text = text?.baseAddress {
      options.actionOffset = UInt64(max(action - text, 0))
    }
    self = options
  }

  private init() {}

  /// Turns an error about the action into one about the options' text, which the caller knows. By now the action is
  /// known to be JSON, so all errors but `ENFOLD_BAD_ACTION` are about the pointer or the value.
  func located(_ error: RuntimeError) -> RuntimeError {
    guard error.status == ENFOLD_BAD_ACTION, error.offset != .max else { return error }
    var moved = error
    moved.offset &+= actionOffset
    return moved
  }
}
