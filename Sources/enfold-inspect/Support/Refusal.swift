// Refusal: why something cannot be done, as the page is told.
import EnfoldJSON

/// An error of a request: its HTTP status and what people read.
struct Refusal: Error {
  var status = 400
  let message: String
  /// The status of the host's library: "ENFOLD_BAD_ACTION".
  var name: String?
  /// The byte of the given text that could not be accepted.
  var offset: UInt64?

  init(_ message: String) { self.init(400, message) }

  init(_ status: Int, _ message: String, name: String? = nil, offset: UInt64? = nil) {
    (self.status, self.message, self.name, self.offset) = (status, message, name, offset)
  }

  var json: String {
    var writer = JSONWriter()
    writer.object {
      $0.object("error") {
        $0.member("message", message)
        if let name { $0.member("status", name) }
        if let offset { $0.member("offset", offset) }
      }
    }
    return writer.string
  }
}
