// The routes of numbers over time: series and rates.
import EnfoldJSON
import EnfoldSessions

extension Inspector {
  func addNumberRoutes(to router: inout Router) {
    router.get("/api/series") { [self] call throws(Refusal) in try series(call) }
    router.get("/api/rates") { [self] call throws(Refusal) in try rates(call) }
  }

  private func series(_ call: Call) throws(Refusal) {
    let (source, place) = try store(call)
    let path = try pointer(call.query.given("pointer") ?? "")
    let points = try call.query.number("points", 600, in: 2...10_000)
    let index = source.log.index
    let spool = source.log.spool
    work(call) {
      .success(Series(path, index, spool, store: place, points: points))
    } _: { series in
      call.answer { series.write(to: &$0) }
    }
  }

  private func rates(_ call: Call) throws(Refusal) {
    let source = try source(call)
    let seconds = call.query.isOn("whole") ? nil : try call.query.number("seconds", 60, in: 1...1_000_000)
    let index = source.log.index
    work(call) {
      .success(Rates(index, seconds: seconds))
    } _: { rates in
      call.answer { rates.write(to: &$0) }
    }
  }
}
