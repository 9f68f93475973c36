// Failure: what libenfold says went wrong.
import CEnfold

/// An error of libenfold: its status, its own text, and the byte of the given text that could not be accepted.
struct Failure: Error {
  /// "ENFOLD_BAD_ACTION".
  var status: String
  var message: String
  var offset: Int?

  /// What this command has found itself.
  init(_ message: String) {
    self.init(enfold_status(ENFOLD_FAILED), message, nil)
  }

  private init(_ status: enfold_status, _ message: String, _ offset: Int?) {
    self.status = String(cString: enfold_status_name(status))
    self.message = message
    self.offset = offset
  }

  fileprivate init(_ error: enfold_error) {
    let message = withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let offset = error.offset == .max ? nil : Int(exactly: error.offset)
    self.init(error.code, withoutFunction(message), offset)
  }
}

/// A message without the name of the function of the C API that it begins with: nobody has called one by hand.
private func withoutFunction(_ message: String) -> String {
  let name = message.prefix { $0 != ":" }
  guard name.hasPrefix("enfold_"), message.dropFirst(name.count).hasPrefix(": ") else { return message }
  return String(message.dropFirst(name.count + 2))
}

/// The length of a text that is NUL-terminated: ENFOLD_NUL.
let nulTerminated = -1

/// Calls a function of libenfold.
@discardableResult
func call(_ body: (UnsafeMutablePointer<enfold_error>) -> enfold_status) throws(Failure) -> enfold_status {
  var error = enfold_error()
  error.struct_size = UInt32(MemoryLayout<enfold_error>.size)
  error.offset = .max
  let status = body(&error)
  guard status < 0 else { return status }
  throw Failure(error)
}

/// Calls a function of libenfold that gives a text.
func text(
  _ body: (UnsafeMutablePointer<enfold_string>, UnsafeMutablePointer<enfold_error>) -> enfold_status
) throws(Failure) -> String {
  var string = enfold_string()
  defer { enfold_string_free(&string) }
  try call { body(&string, $0) }
  return String(decoding: UnsafeRawBufferPointer(start: string.data, count: string.length), as: UTF8.self)
}
