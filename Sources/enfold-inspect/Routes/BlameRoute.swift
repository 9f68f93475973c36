// The route of blame: who made a value what it is.
import EnfoldJSON
import EnfoldSessions

extension Inspector {
  func addBlameRoute(to router: inout Router) {
    router.get("/api/blame") { [self] call throws(Refusal) in try blame(call) }
  }

  private func blame(_ call: Call) throws(Refusal) {
    let (source, place) = try store(call)
    let at = entry(try call.query.number("at"), of: source)
    let text = call.query.given("pointer") ?? ""
    _ = try pointer(text)
    guard let spool = source.log.spool else { throw Refusal(409, "nothing was recorded") }
    let index = source.log.index
    work(call) {
      Result { () throws(Refusal) in try BlamedValue(text, index, spool, store: place, at: at) }
    } _: { blamed in
      call.answer { blamed.write(to: &$0) }
    }
  }
}
