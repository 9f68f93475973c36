// The routes of files that come and of sources that go.
import EnfoldJSON

extension Inspector {
  func addFileRoutes(to router: inout Router) {
    router.post("/api/import") { [self] call throws(Refusal) in try take(call) }
    router.post("/api/close") { [self] call throws(Refusal) in try close(call) }
  }

  private func take(_ call: Call) throws(Refusal) {
    let text = try call.body.neededText("text")
    let (id, name) = (try call.body.neededText("upload"), try call.body.neededText("name"))
    let isLast = call.body["last"] == true
    let spool = try uploads.take(id, part: try call.body.neededNumber("part"), text, isLast: isLast)
    guard let spool else { return call.answer { _ in } }
    let plain = name.split(separator: "/").last.map { CutText(String($0), at: 100).text } ?? "imported"
    let source = list.addFile(plain, spool)
    call.answer { $0.member("source", source.id) }
  }

  private func close(_ call: Call) throws(Refusal) {
    let source = try list.source(try call.body.neededNumber("source"))
    guard source.connection == nil else { throw Refusal(409, "\(source.name) is connected; it cannot be forgotten") }
    list.remove(source)
    call.answer { _ in }
  }
}
