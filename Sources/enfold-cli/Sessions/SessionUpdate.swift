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
    let new = "\(file.path).new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure(cannot: "write", new) }
    var done = 0
    while done < text.count {
      let count = text[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let failure = Failure(cannot: "write", new)
        close(descriptor)
        unlink(new)
        throw failure
      }
      done += count
    }
    guard close(descriptor) == 0, rename(new, file.path) == 0 else { throw Failure(cannot: "write", file.path) }
    output.line("\(file.path): \(changed) \(changed == 1 ? "commit" : "commits") updated")
  }
}
