// TracePrinter: ENFOLD_TRACE=1 writes a readable line on stderr for each commit, and for each mark.
import CEnfoldSupport
import Enfold
import EnfoldJSON
import Glibc

/// Writes lines such as
///
///     Todos#1 2 add {"title":"milk"}: /items/0 + {"id":1,"title":"milk"} (0.021 ms)
///
/// with the store, the revision, the action, the places that were changed, and the time that all of it took.
final class TracePrinter: TraceConsumer {
  /// The patches whose entries have not come yet, by stores. Used by the recorder's thread only.
  private var patches: [UInt64: PendingPatches] = [:]
  private let isColoured: Bool

  let release = Release(function: nil, user: nil)
  var changes: TraceChanges { .patches }

  /// As the command does: a variable that is set and empty forbids nothing (no-color.org).
  init() {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    isColoured = isatty(STDERR_FILENO) == 1 && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
  }

  /// A printer, if the environment asks for one.
  static func wanted() -> TracePrinter? {
    guard let wanted = enfold_variable("ENFOLD_TRACE"), strcmp(wanted, "1") == 0 else { return nil }
    return TracePrinter()
  }

  func tellDropped(_ count: UInt64, _ reader: UInt64) { write("… \(count) entries were dropped\n") }

  func tell(_ record: TraceRecord) {
    let facts = record.facts
    guard let kind = facts.kind else {
      if facts.isState { return }
      patches[facts.store, default: PendingPatches()].add(record.value, facts.revision)
      return
    }
    if kind == .mark { return write("\(coloured("mark", 1)): \(Self.printable(record.subject))\n") }
    if kind == .closed { patches[facts.store] = nil }
    guard kind.isCommit || kind == .held || kind == .released else { return }
    var line = "\(coloured(Self.printable(record.name), 36)) "
    guard kind.isCommit else { return write("\(line)\(kind.name)\n") }
    let action = record.value
    line += "\(facts.revision) "
    line += coloured(kind == .action ? Self.printable(Self.shortened(action, 80)) : "\(kind.name)", 1)
    if let patch = patches[facts.store]?.take(facts.revision) {
      let changes = Self.printable(patch.withUnsafeBytes { Self.changes(of: $0) })
      line += changes.isEmpty ? ": nothing changed" : ": \(changes)"
    }
    let tag = record.tag
    if facts.cause > 0 { line += ", from \(facts.cause)" }
    if !tag.isEmpty { line += ", tag \(Self.printable(tag))" }
    line += " " + coloured("(\(Self.milliseconds(facts.reduced &+ facts.encoded &+ facts.told)) ms)", 2)
    write(line + "\n")
  }

  private func coloured(_ text: String, _ colour: Int) -> String {
    isColoured ? "\u{1B}[\(colour)m\(text)\u{1B}[0m" : text
  }

  private func write(_ line: String) {
    var line = line
    line.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while rest.count > 0 {
        let count = Glibc.write(STDERR_FILENO, rest.baseAddress, rest.count)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
          continue
        }
        if count < 0, errno == EINTR { continue }
        // A descriptor that does not block is waited for; one that stays full, or is closed, loses the line.
        var descriptor = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard count < 0, errno == EAGAIN, poll(&descriptor, 1, 1_000) > 0 else { return }
      }
    }
  }

  /// A text in one line, and without what a terminal obeys: control characters are escaped as in JSON.
  private static func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20: shown += JSON.string(String(scalar)).dropFirst().dropLast()
      case 0x7F..<0xA0: shown += "\\u00\(String(scalar.value, radix: 16))"
      case 0x2028, 0x2029: shown += "\\u\(String(scalar.value, radix: 16))"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// With three digits behind the point.
  private static func milliseconds(_ nanoseconds: UInt64) -> String {
    let microseconds = (nanoseconds / 100 + 5) / 10
    let rest = "\(microseconds % 1_000)"
    return "\(microseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }

  /// A JSON text, cut if it is long. An action without values is its name.
  private static func shortened(_ text: UnsafeRawBufferPointer, _ limit: Int) -> String {
    let whole = String(decoding: text.prefix(limit * 4), as: UTF8.self)
    if whole.hasPrefix("{\""), whole.hasSuffix("\":{}}") {
      let name = whole.dropFirst(2).dropLast(5)
      if !name.contains("\"") { return String(name) }
    }
    // By scalars: a character of people can have any number of bytes.
    let shown = whole.unicodeScalars.prefix(limit)
    return shown.endIndex < whole.endIndex || text.count > limit * 4 ? "\(Substring(shown))…" : whole
  }

  private static let shownChanges = 4

  /// The operations of a patch: what was added (+), removed (-) or replaced (=).
  private static func changes(of patch: UnsafeRawBufferPointer) -> String {
    var reader = JSONReader(patch, limits: JSONLimits(depth: JSONLimits.stateDepth, bytes: .max))
    var (shown, count) = ([String](), 0)
    do throws(JSONError) {
      try reader.beginArray()
      while try reader.nextElement() {
        count += 1
        var (kind, path, value) = ("", "", "")
        try reader.beginObject()
        while let key = try reader.nextKey() {
          switch key.string {
          case "op": kind = try reader.readString()
          case "path": path = try reader.readString()
          case "value": value = shortened(try reader.rawValue(), 40)
          default: try reader.skipValue()
          }
        }
        if path.isEmpty { path = "the state" }
        let sign = kind == "add" ? "+" : kind == "remove" ? "-" : "="
        if count <= shownChanges { shown.append(kind == "remove" ? "\(path) \(sign)" : "\(path) \(sign) \(value)") }
      }
    } catch {}
    let list = shown.joined(separator: ", ")
    return count > shownChanges ? "\(list) and \(count - shownChanges) more" : list
  }
}
