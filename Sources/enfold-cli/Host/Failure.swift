// Failure: what went wrong, as libenfold, the system or this command itself says it.
import CEnfold
import EnfoldJSON
import EnfoldSchemas
import Glibc

/// An error: a text, and if it is libenfold's, its status and the byte of the given text that could not be accepted.
struct Failure: Error, CustomStringConvertible {
  /// "ENFOLD_BAD_ACTION": what `enfold explain` explains. Nil: this command has found it itself.
  private(set) var status: String?
  var message: String
  var offset: Int?

  init(_ message: String) { self.message = message }

  /// - Parameter status: the status that libenfold would have given.
  init(_ status: Int, _ message: String) { self.init(enfold_status(status), message, nil) }

  /// What could not be done with a file. The reason is that of `errno`.
  init(cannot what: String, _ path: String) { self.init("cannot \(what) \(path): \(String(cString: strerror(errno)))") }

  private init(_ status: enfold_status, _ message: String, _ offset: Int?) {
    self.status = String(cString: enfold_status_name(status))
    self.message = message
    self.offset = offset
  }

  /// "ENFOLD_BAD_ACTION: setCount: a string where an integer is expected".
  var description: String { status.map { "\($0): \(message)" } ?? message }

  /// Adds what programs want to know to an object.
  func added(to record: JSONValue) -> JSONValue {
    (status.map { record.adding("status", .string($0)) } ?? record).adding("message", .string(message))
  }

  fileprivate init(_ error: enfold_error) {
    let message = withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let offset = error.offset == .max ? nil : Int(exactly: error.offset)
    self.init(error.code, withoutFunction(message), offset)
  }
}

/// A message without the function of the C API that it begins with: the person has not called that function.
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
