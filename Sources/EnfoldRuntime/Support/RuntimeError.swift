// RuntimeError: why a call of the C API failed. An exported function turns it into an enfold_error.
import CEnfold
import CEnfoldSupport
import EnfoldJSON
import EnfoldPlugin

/// An error of the C API, before it is written where the caller wants it.
struct RuntimeError: Error {
  /// A negative number.
  var status: enfold_status
  /// Says what is wrong, where, and what would be right. The name of the called function is put in front later.
  var message: String
  /// The offset of the byte that could not be accepted, in the caller's text. `UInt64.max` if there is none.
  var offset = UInt64.max

  init(_ status: Int, _ message: String, offset: UInt64 = .max) {
    self.status = enfold_status(truncatingIfNeeded: status)
    self.message = message
    self.offset = offset
  }

  /// This error. Its offset is left out if it is beyond the end of the text.
  func withOffset(upTo length: Int) -> RuntimeError { offset <= UInt64(max(length, 0)) ? self : withoutOffset }

  /// This error without its offset, for an offset in a text that the caller does not know.
  var withoutOffset: RuntimeError {
    var error = self
    error.offset = .max
    return error
  }

  /// This error, with its offset counted from the end of a prefix of `count` bytes if it is about a pointer. An offset inside
  /// the prefix is left out.
  func movedBack(by count: Int) -> RuntimeError {
    guard status == ENFOLD_BAD_POINTER, offset != .max else { return self }
    var moved = self
    moved.offset = offset >= UInt64(count) ? offset - UInt64(count) : .max
    return moved
  }

  static func invalid(_ message: String) -> RuntimeError { RuntimeError(ENFOLD_INVALID, message) }

  static let insideReducer = RuntimeError(
    ENFOLD_REENTRANT,
    "the state cannot be read inside a reducer, inside withLock of a shared value, or while a state is being encoded")
  static let reentrant = RuntimeError(
    ENFOLD_REENTRANT, "called from inside a callback, where it would wait for itself")
}

extension RuntimeError {
  /// - Parameter place: the parameter that had the text, for the message.
  init(_ error: JSONError, in place: StaticString) {
    self.init(
      Int(error.code.status(mismatch: enfold_status(ENFOLD_INVALID))), "\(place): \(error.message)",
      offset: UInt64(max(0, error.offset)))
  }
}

/// Throws unless a text is JSON within limits.
///
/// - Parameter place: the parameter that had the text, for the message.
func checkJSON(
  _ text: UnsafeRawBufferPointer, _ limits: JSONLimits, in place: StaticString
) throws(RuntimeError) {
  var reader = JSONReader(text, limits: limits)
  do throws(JSONError) {
    try reader.skipValue()
    try reader.finish()
  } catch {
    throw RuntimeError(error, in: place)
  }
}

/// The message of a status.
func statusMessage(_ status: enfold_status) -> String { String(cString: enfold_status_message_text(status)) }
