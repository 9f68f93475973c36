// What a subscription of actions asks for.
import CEnfold
import EnfoldJSON

/// The options of `enfold_store_observe_actions`.
struct ActionOptions {
  /// Whether events wait until all that an action caused has ended.
  var isFinished = false
  /// The pointer to the value that events carry; nil: none.
  var state: String?

  init(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    var options = ActionOptions()
    try readOptions(text, known: "phase, state") { (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "phase": options.isFinished = try reader.readChoice("phase", ["reduced": false, "finished": true])
      case "state": options.state = try reader.readString()
      default: return false
      }
      return true
    }
    self = options
  }

  private init() {}

  /// What events are made of.
  var terms: HostObserver.Terms { state == nil ? [.actions, .action] : [.actions, .action, .value] }

  /// What the engine is asked to report.
  var interest: UInt32 {
    var flags = ENFOLD_INTEREST_ACTIONS
    if isFinished { flags |= ENFOLD_INTEREST_FINISHED }
    if state != nil { flags |= ENFOLD_INTEREST_VALUE }
    return flags
  }
}
