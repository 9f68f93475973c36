// ActionOptions: the JSON options of enfold_store_observe_actions.
import CEnfold
import EnfoldJSON

/// The options of `enfold_store_observe_actions`.
struct ActionOptions {
  /// Whether the event for an action comes only when all that the action caused has ended.
  var isFinished = false
  /// Whether there is an event for each mutation, too.
  var mutations = false
  /// The pointer to the value that events carry; nil if they carry none.
  var state: String?

  init(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    var options = ActionOptions()
    try readOptions(text, known: "phase, state, mutations") { (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "phase": options.isFinished = try reader.readChoice("phase", ["reduced": false, "finished": true])
      case "state": options.state = try reader.readString()
      case "mutations": options.mutations = try reader.readBool()
      default: return false
      }
      return true
    }
    self = options
  }

  private init() {}

  /// The contents of the events.
  var terms: HostObserver.Terms {
    var terms: HostObserver.Terms = [.actions, .action]
    if state != nil { terms.insert(.value) }
    if mutations { terms.insert(.mutations) }
    return terms
  }

  /// The reports that the engine is asked for: ENFOLD_INTEREST_... flags.
  var interest: UInt32 {
    var flags = ENFOLD_INTEREST_ACTIONS
    if isFinished { flags |= ENFOLD_INTEREST_FINISHED }
    if state != nil { flags |= ENFOLD_INTEREST_VALUE }
    if mutations { flags |= ENFOLD_INTEREST_MUTATIONS }
    return flags
  }
}
