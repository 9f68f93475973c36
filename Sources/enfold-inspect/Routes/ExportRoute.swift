// The route of exports: a source as a file of another tool.
import EnfoldJSON
import EnfoldSessions

extension Inspector {
  func addExportRoute(to router: inout Router) {
    router.get("/api/export") { [self] call throws(Refusal) in try export(call) }
  }

  private func export(_ call: Call) throws(Refusal) {
    let source = try source(call)
    let place: Int?
    if let store = try call.query.number("store") { place = try source.place(ofStore: store) } else { place = nil }
    let name = call.query.text("format") ?? ""
    guard let format = ExportFormat(rawValue: name) else {
      let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal("\"format\" is \"\(CutText(name, at: 40).text)\"; known: \(known)")
    }
    guard let spool = source.log.spool, source.log.hasHeader else { throw Refusal(409, "nothing was recorded") }
    let file = Self.plain(source.name) + format.ending
    let end = source.log.end
    if format == .session, place == nil {
      return call.answer(.download(Download(spool: spool, size: end, name: file, type: format.type)))
    }
    guard exports < 2 else { throw Refusal(503, "two exports are made already; try again when they are done") }
    exports += 1
    let export = Export(index: source.log.index, spool: spool, end: end, store: place, format: format)
    worker.runIfActive(eventLoop: loop) { export.result }.assumeIsolated().whenComplete { result in
      self.exports -= 1
      switch result {
      case .success(.success(let made)):
        call.answer(.download(Download(spool: made.spool, size: made.size, name: file, type: format.type)))
      case .success(.failure(let refusal)): call.refuse(refusal)
      case .failure: call.refuse(Refusal(503, "the server ends"))
      }
    }
  }

  /// A name of plain letters, without the ending of a session file.
  private static func plain(_ name: String) -> String {
    var text = name
    if text.hasSuffix(".enfold.jsonl") { text.removeLast(13) }
    let plain = text.unicodeScalars.map { scalar -> Character in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-")
      return isPlain || scalar == "_" ? Character(scalar) : "_"
    }
    return plain.isEmpty ? "session" : String(plain.prefix(60))
  }
}
