// RuntimeError: why a call failed, on its way to an enfold_error.
import CEnfold
import CEnfoldSupport
import EnfoldJSON
import EnfoldPlugin

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

  /// The same error, if it is about a pointer, with its offset counted from behind a prefix.
  func movedBack(by count: Int) -> RuntimeError {
    guard status == ENFOLD_BAD_POINTER, offset != .max else { return self }
    var moved = self
    moved.offset = offset >= UInt64(count) ? offset - UInt64(count) : .max
    return moved
  }

  static func invalid(_ message: String) -> RuntimeError { RuntimeError(ENFOLD_INVALID, message) }

  static let insideReducer = RuntimeError(
    ENFOLD_REENTRANT, "the state cannot be read from inside a reducer or while a state is being encoded")
  static let reentrant = RuntimeError(
    ENFOLD_REENTRANT, "called from inside a callback, where it would wait for itself")
}

extension RuntimeError {
  /// - Parameter place: which parameter the text was.
  init(_ error: JSONError, in place: StaticString) {
    self.init(
      Int(error.code.status(mismatch: enfold_status(ENFOLD_INVALID))), "\(place): \(error.message)",
      offset: UInt64(max(0, error.offset)))
  }
}

/// What a status means.
func statusMessage(_ status: enfold_status) -> String { String(cString: enfold_status_message_text(status)) }
