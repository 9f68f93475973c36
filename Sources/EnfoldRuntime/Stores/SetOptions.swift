// What a property is written with.
import CEnfold
import EnfoldJSON

/// The options of `enfold_store_set`. The action is borrowed from the options' text.
struct SetOptions {
  /// The template of the action that follows.
  private(set) var action: UnsafeRawBufferPointer?
  /// Where it begins in the options' text.
  private var actionOffset: UInt64 = 0

  /// - Parameter text: must stay valid as long as this.
  init(_ text: UnsafeRawBufferPointer?, limits: RuntimeOptions.Limits) throws(RuntimeError) {
    var options = SetOptions()
    // The action inside is nested one level deeper than it is on its own.
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

  /// An error about the action as one about the options' text, which is the caller's. That the action is JSON is known
  /// by now: other errors are about the pointer or the value.
  func located(_ error: RuntimeError) -> RuntimeError {
    guard error.status == ENFOLD_BAD_ACTION, error.offset != .max else { return error }
    var moved = error
    moved.offset &+= actionOffset
    return moved
  }
}
