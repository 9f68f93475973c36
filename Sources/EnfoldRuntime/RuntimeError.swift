// RuntimeError: why a call failed, on its way to an enfold_error.
import CEnfold

/// An error of the C API, before it is written where the caller wants it.
struct RuntimeError: Error {
  /// Negative.
  var status: enfold_status
  /// What, where and what would be right; without the function's name.
  var message: String
  /// The byte of the JSON text that could not be accepted, or none.
  var offset = UInt64.max

  init(_ status: Int, _ message: String, offset: UInt64 = .max) {
    self.status = enfold_status(truncatingIfNeeded: status)
    self.message = message
    self.offset = offset
  }

  /// The same error, without an offset that is beyond the end of its text.
  func withOffset(upTo length: Int) -> RuntimeError { offset <= UInt64(max(length, 0)) ? self : withoutOffset }

  /// The same error, if its offset is one in a text that the caller does not know.
  var withoutOffset: RuntimeError {
    var error = self
    error.offset = .max
    return error
  }

  static func invalid(_ message: String) -> RuntimeError { RuntimeError(ENFOLD_INVALID, message) }

  static let insideReducer = RuntimeError(
    ENFOLD_REENTRANT, "the state cannot be read from inside a reducer or while a state is being encoded")
  static let reentrant = RuntimeError(
    ENFOLD_REENTRANT, "called from inside a callback, where it would wait for itself")
}
