// Call: a request of the page, while it is answered.
import EnfoldJSON

/// Used on the event loop only. It is answered once; an answer to somebody who has gone does nothing.
final class Call {
  let query: Query
  /// What a POST has sent.
  let body: JSONValue
  private weak var connection: HTTPConnection?
  private var isAnswered = false

  init(_ query: Query, _ body: JSONValue, _ connection: HTTPConnection) {
    (self.query, self.body, self.connection) = (query, body, connection)
  }

  /// Whether nobody waits for the answer any more.
  var isGone: Bool { connection?.isOpen != true }

  func answer(_ answer: Answer) {
    if isAnswered { return }
    isAnswered = true
    connection?.answer(answer)
  }

  func refuse(_ refusal: Refusal) {
    if isAnswered { return }
    isAnswered = true
    connection?.refuse(refusal)
  }

  func answer(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(capacity: 1 << 12)
    writer.object(nil, write)
    answer(.json(writer.string))
  }
}
