// SessionUpdate: writes a session file anew, with what comes now.
import EnfoldJSON
import EnfoldSessions
import Glibc

struct SessionUpdate {
  private let file: SessionFile
  private let text: [UInt8]
  private let changed: Int

  init(_ file: SessionFile, _ host: PlayHost) throws {
    self.file = file
    var replay = Replay(file, in: host, isComparing: false)
    defer { replay.close() }
    var (text, changed) = (file.firstLine, 0)
    while let (entry, patch) = try replay.next() {
      // A state that was written on the way may be another one now. A reader needs none of them.
      if entry.kind == .checkpoint { continue }
      guard let patch, let recorded = entry[.patch],
        recorded.value != (try JSONValue(parsing: patch, limits: .greatest))
      else {
        text += entry.bytes
        continue
      }
      text += entry.bytes(replacing: .patch, by: patch)
      changed += 1
    }
    (self.text, self.changed) = (text, changed)
  }

  /// Puts the new file in the place of the old one, unless nothing has changed.
  func write(_ output: Output) throws {
    guard changed > 0 else { return output.line("\(file.path): nothing has changed") }
    // What a symbolic link leads to is replaced, and may be read by those who could before.
    let path = resolved(file.path) ?? file.path
    var facts = stat()
    let mode = stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0o600
    try NewFile(path, mode: mode, replacesSession: true).write(text)
    output.line("\(file.path): \(counted(changed, "commit")) updated")
  }
}
