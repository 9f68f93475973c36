// EntryLog: the entries of a source: an index in memory, and their lines in a spool.
import EnfoldJSON
import EnfoldSessions

final class EntryLog {
  private(set) var index = LogIndex()
  /// Nil until the first line comes.
  private(set) var spool: Spool?
  private(set) var reader: SpoolReader
  /// How many bytes of the spool are good.
  private(set) var end = 0
  /// When the recording began; nil: the first line has not come.
  private(set) var began: String?
  /// What dropped entries say that were lost on the way.
  private(set) var dropped: UInt64 = 0
  private let newID: () -> Int

  init(_ spool: Spool?, newID: @escaping () -> Int) {
    (self.spool, self.newID) = (spool, newID)
    reader = SpoolReader(spool)
  }

  func use(_ spool: Spool) { (self.spool, reader) = (spool, SpoolReader(spool)) }

  /// A line may have as many bytes; a program has a lower limit for what comes from outside.
  static let longestLine = 80 << 20

  var count: Int { index.count }
  var hasHeader: Bool { began != nil }

  /// Takes the first line. The message says what is wrong with it.
  func begin(_ line: UnsafeRawBufferPointer) throws(SessionLine.Problem) {
    var reader = JSONReader(line, limits: SessionFile.limits)
    guard let header = try? JSONValue(json: &reader), (try? reader.finish()) != nil,
      header["format"] == "enfold-session"
    else { throw SessionLine.Problem(message: "this is no session: its first line has no \"format\"") }
    guard header["version"] == 1 else {
      throw SessionLine.Problem(message: "the session has version \(shown(header["version"])); known: 1")
    }
    if case .string(let time)? = header["time"] { began = time } else { began = "" }
    end += line.count + 1
  }

  /// Takes an entry, whose line stands behind what was taken before, and has an end.
  func append(_ bytes: UnsafeRawBufferPointer) throws(SessionLine.Problem) {
    let line = try LoggedLine(bytes)
    index.append(line, at: end, newID: newID)
    if line.line.kind == .dropped {
      dropped = dropped.addingReportingOverflow(line.number(.count) ?? 0).partialValue
    }
    end += bytes.count + 1
  }

  /// Calls `body` with the line of an entry; with nil if the spool does not have it any more.
  func withLine<R>(_ n: Int, _ body: (LoggedLine?) -> R) -> R { reader.withLine(index.entries[n], body) }
}

extension SpoolReader {
  func withLine<R>(_ entry: Entry, _ body: (LoggedLine?) -> R) -> R {
    withBytes(entry.offset, Int(entry.length)) { bytes in body(bytes.isEmpty ? nil : try? LoggedLine(bytes)) }
  }
}
