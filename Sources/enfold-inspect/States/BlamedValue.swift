// BlamedValue: the changes of a value, which EnfoldSessions finds in the part of the log that is about it.
import EnfoldJSON
import EnfoldSessions

struct BlamedValue: Sendable {
  private var changes: [Blame.Change]
  private let part: StorePart
  private static let most = 200
  private static let longest = 2_000

  /// - Parameters:
  ///   - place: that of the store in the log.
  ///   - at: the entry behind which the value is asked for.
  init(_ pointer: String, _ index: LogIndex, _ spool: Spool, store place: Int, at: Int) throws(Refusal) {
    part = try StorePart(index, spool, store: place, to: at)
    do throws(SessionError) {
      var blame = try Blame(try SessionFile(part.spool.path), store: String(index.stores[place].number))
      changes = try blame.changes(of: pointer)
    } catch {
      // The message begins with a path that means nothing to people.
      throw Refusal(409, String(error.message.split(separator: ": ", maxSplits: 1).last ?? "it cannot be found"))
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.array("changes") { writer in
      for change in changes.prefix(Self.most) { writer.object { write(change, to: &$0) } }
    }
    writer.member("more", max(changes.count - Self.most, 0))
    if part.isPartial { writer.member("partial", true) }
  }

  private func write(_ change: Blame.Change, to writer: inout JSONWriter) {
    let entry = change.entry
    writer.member("n", part.number(ofLine: entry.line))
    writer.member("revision", entry.revision)
    if let time = entry.string(.time) { writer.member("time", time) }
    switch entry[.action]?.value {
    case .string(let name)?: writer.member("type", name)
    case .object(let object)? where object.count > 0: writer.member("type", object.members[0].key)
    default: break
    }
    if let action = entry[.action] { writer.member("action", action.withBytes { CutText($0, at: Self.longest).text }) }
    writer.member("kind", entry.kind.rawValue)
    writer.member("path", change.path.pointer)
    let (before, after) = (change.before?.shortJSON(Self.longest), change.value.shortJSON(Self.longest))
    if let before { writer.member("before", before.text) }
    writer.member("after", after.text)
    if before?.isCut == true || after.isCut { writer.member("cut", true) }
  }
}
