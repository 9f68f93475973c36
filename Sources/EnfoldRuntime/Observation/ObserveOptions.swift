// What a subscription asks for.
import CEnfold
import EnfoldJSON

/// The options of `enfold_store_observe`.
struct ObserveOptions {
  enum Filter { case distinct, raw }

  /// Whether it begins with an event for the value now.
  var initial = true
  var filter = Filter.distinct
  /// What events carry.
  var value = true
  var patch = false
  var action = false

  init(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    var options = ObserveOptions()
    try readOptions(text, known: "initial, filter, value, patch, action") { (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "initial": options.initial = try reader.readBool()
      case "filter": options.filter = try reader.readChoice("filter", ["distinct": .distinct, "raw": .raw])
      case "value": options.value = try reader.readBool()
      case "patch": options.patch = try reader.readBool()
      case "action": options.action = try reader.readBool()
      default: return false
      }
      return true
    }
    self = options
  }

  private init() {}

  /// Whether values are compared with what was delivered last. Without values the engine's change record decides.
  var comparesValues: Bool { value }

  /// What the engine is asked to report.
  ///
  /// A subscription that does not want an initial event still asks for the value now, if it compares: "differs from the
  /// one delivered last" then means "from the one when it began".
  var interest: UInt32 {
    var flags: UInt32 = 0
    if initial || comparesValues { flags |= ENFOLD_INTEREST_INITIAL }
    if value { flags |= ENFOLD_INTEREST_VALUE }
    if patch { flags |= ENFOLD_INTEREST_PATCH }
    if filter == .raw { flags |= ENFOLD_INTEREST_RAW }
    if action { flags |= ENFOLD_INTEREST_ACTION }
    return flags
  }
}
