// ObserveOptions: the JSON options of enfold_store_observe. SharedOptions takes some of them for shared values.
import CEnfold
import EnfoldJSON

/// The options of `enfold_store_observe`.
struct ObserveOptions {
  enum Filter { case distinct, raw, pulse }
  enum Patch { case none, operations, keyed }

  /// Whether it begins with an event for the current value.
  var initial = true
  var filter = Filter.distinct
  /// Whether it gets one event for all commits of a drain.
  var coalesces = false
  /// The contents of the events.
  var value = true
  var patch = Patch.none
  /// Whether the operations of patches say what was there before.
  var old = false
  var action = false
  /// Whether null is not delivered, but noted for the next comparison.
  var skipsNull = false

  init(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    var options = ObserveOptions()
    try readOptions(text, known: "initial, filter, coalesce, value, patch, old, action, skipNull") {
      (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "initial": options.initial = try reader.readBool()
      case "filter":
        options.filter = try reader.readChoice("filter", ["distinct": .distinct, "raw": .raw, "pulse": .pulse])
      case "coalesce": options.coalesces = try reader.readChoice("coalesce", ["none": false, "drain": true])
      case "value": options.value = try reader.readBool()
      case "patch" where reader.peek() == .string: options.patch = try reader.readChoice("patch", ["keyed": .keyed])
      case "patch": options.patch = try reader.readBool() ? .operations : .none
      case "old": options.old = try reader.readBool()
      case "action": options.action = try reader.readBool()
      case "skipNull": options.skipsNull = try reader.readBool()
      default: return false
      }
      return true
    }
    guard options.value || !options.skipsNull else {
      throw .invalid("options: \"skipNull\" needs \"value\": without values nobody knows which are null")
    }
    guard options.patch != .none || !options.old else {
      throw .invalid("options: \"old\" needs \"patch\": it is a member of a patch's operations")
    }
    self = options
  }

  init() {}

  /// Whether patches need what was told last.
  private var needsTold: Bool { patch == .keyed || old }

  /// What was told last, which is nothing yet; nil if nobody needs it.
  var told: ToldDocument? { needsTold ? ToldDocument(keyed: patch == .keyed, old: old) : nil }

  /// Whether values are compared with the one delivered last. Without values, every change that the engine reports
  /// counts.
  var comparesValues: Bool { value && filter != .pulse }

  /// These options in the form that an observer uses.
  var terms: HostObserver.Terms {
    var terms: HostObserver.Terms = []
    if value { terms.insert(.value) }
    if patch != .none { terms.insert(.patch) }
    if action { terms.insert(.action) }
    if initial { terms.insert(.initial) }
    if comparesValues { terms.insert(.compared) }
    if filter == .raw { terms.insert(.raw) }
    if skipsNull { terms.insert(.skipsNull) }
    return terms
  }

  /// The reports that the engine is asked for.
  ///
  /// A subscription that compares values asks for the current value even if it wants no initial event: its first event
  /// then comes when the value differs from that one. One whose patches need what was told last begins with it, too.
  var interest: UInt32 {
    var flags: UInt32 = 0
    if initial || comparesValues || needsTold { flags |= ENFOLD_INTEREST_INITIAL }
    if value { flags |= ENFOLD_INTEREST_VALUE }
    if patch != .none { flags |= ENFOLD_INTEREST_PATCH }
    if filter == .raw { flags |= ENFOLD_INTEREST_RAW }
    if filter == .pulse { flags |= ENFOLD_INTEREST_PULSE }
    if coalesces { flags |= ENFOLD_INTEREST_COALESCE }
    if action { flags |= ENFOLD_INTEREST_ACTION }
    return flags
  }
}
