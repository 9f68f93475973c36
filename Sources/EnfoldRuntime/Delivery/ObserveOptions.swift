// What a subscription of a value asks for.
import CEnfold
import EnfoldJSON

/// The options of `enfold_store_observe`.
struct ObserveOptions {
  enum Filter { case distinct, raw, pulse }

  /// Whether it begins with an event for the value now.
  var initial = true
  var filter = Filter.distinct
  /// Whether it hears of all commits of a drain at once.
  var coalesces = false
  /// What events carry.
  var value = true
  var patch = false
  var action = false
  /// Whether null is seen, but not delivered.
  var skipsNull = false

  init(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    var options = ObserveOptions()
    try readOptions(text, known: "initial, filter, coalesce, value, patch, action, skipNull") {
      (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "initial": options.initial = try reader.readBool()
      case "filter":
        options.filter = try reader.readChoice("filter", ["distinct": .distinct, "raw": .raw, "pulse": .pulse])
      case "coalesce": options.coalesces = try reader.readChoice("coalesce", ["none": false, "drain": true])
      case "value": options.value = try reader.readBool()
      case "patch": options.patch = try reader.readBool()
      case "action": options.action = try reader.readBool()
      case "skipNull": options.skipsNull = try reader.readBool()
      default: return false
      }
      return true
    }
    guard options.value || !options.skipsNull else {
      throw .invalid("options: \"skipNull\" needs \"value\": without values nobody knows which are null")
    }
    self = options
  }

  private init() {}

  /// Whether values are compared with what was delivered last. Without values the engine's change record decides.
  var comparesValues: Bool { value && filter != .pulse }

  /// What events are made of.
  var terms: HostObserver.Terms {
    var terms: HostObserver.Terms = []
    if value { terms.insert(.value) }
    if patch { terms.insert(.patch) }
    if action { terms.insert(.action) }
    if initial { terms.insert(.initial) }
    if comparesValues { terms.insert(.compared) }
    if filter == .raw { terms.insert(.raw) }
    if skipsNull { terms.insert(.skipsNull) }
    return terms
  }

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
    if filter == .pulse { flags |= ENFOLD_INTEREST_PULSE }
    if coalesces { flags |= ENFOLD_INTEREST_COALESCE }
    if action { flags |= ENFOLD_INTEREST_ACTION }
    return flags
  }
}
