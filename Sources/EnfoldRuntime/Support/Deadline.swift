// Deadline: the moment until which a call waits.
import CEnfoldSupport

/// A moment of the monotonic clock, or "never".
struct Deadline {
  /// Nanoseconds of the monotonic clock. A negative number means never.
  let nanoseconds: Int64

  /// The moment so many milliseconds from now. A negative number means never, and so does one too great for the clock.
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
