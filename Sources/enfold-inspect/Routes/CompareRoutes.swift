// The routes that look through whole states: search and compare.
import EnfoldJSON
import EnfoldSessions

extension Inspector {
  func addCompareRoutes(to router: inout Router) {
    router.get("/api/search") { [self] call throws(Refusal) in try search(call) }
    router.get("/api/compare") { [self] call throws(Refusal) in try compare(call) }
  }

  private func search(_ call: Call) throws(Refusal) {
    guard let text = call.query.text("text") else { throw Refusal("\"text\" is missing") }
    try state(call, at: try call.query.number("at")) { state, _ in
      self.work(call) {
        .success(StateSearch(text, in: state))
      } _: { found in
        call.answer { found.write(to: &$0) }
      }
    }
  }

  private func compare(_ call: Call) throws(Refusal) {
    let (from, to) = (try call.query.neededNumber("from"), try call.query.neededNumber("to"))
    let (source, place) = try store(call)
    let states = source.states.states(ofStore: place)
    func known(_ moment: Moment) -> JSONValue? {
      if moment.state == nil { call.refuse(Refusal(409, moment.problem ?? "the state is not known")) }
      return moment.state
    }
    states.find(at: entry(from, of: source), slices) { first in
      guard let old = known(first) else { return }
      states.find(at: self.entry(to, of: source), self.slices) { second in
        guard let new = known(second) else { return }
        self.work(call) {
          .success(Changes(new.operations(since: old), of: old))
        } _: { changes in
          call.answer { changes.write(to: &$0) }
        }
      }
    }
  }
}
