// SharedOptions: the JSON options of enfold_shared_observe: some of ObserveOptions; the others are refused.
import CEnfold
import EnfoldJSON

/// The options of `enfold_shared_observe`.
struct SharedOptions {
  var initial = true
  var isRaw = false
  var value = true
  var skipsNull = false

  init(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    let options = try ObserveOptions(text)
    let refused: String? =
      if options.patch != .none {
        "\"patch\""
      } else if options.action {
        "\"action\""
      } else if options.coalesces {
        "\"coalesce\""
      } else if options.filter == .pulse {
        "\"filter\":\"pulse\""
      } else {
        nil
      }
    if let refused {
      throw RuntimeError(
        ENFOLD_UNSUPPORTED,
        "options: \(refused) is for stores; an event of a shared value tells the newest value, and has neither actions nor "
          + "pulses")
    }
    initial = options.initial
    isRaw = options.filter == .raw
    value = options.value
    skipsNull = options.skipsNull
  }
}
