// Deadline: until when a call waits.
import CEnfoldSupport

/// A moment of the monotonic clock, or never.
struct Deadline {
  /// Nanoseconds; negative: never.
  let nanoseconds: Int64

  /// So many milliseconds from now; negative: never.
  init(milliseconds: Int64) {
    guard milliseconds >= 0 else {
      nanoseconds = -1
      return
    }
    let (duration, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    let (moment, late) = enfold_monotonic_now().addingReportingOverflow(duration)
    nanoseconds = overflow || late ? -1 : moment
  }

  var isOver: Bool { nanoseconds >= 0 && enfold_monotonic_now() >= nanoseconds }
}
