// NewFile: writes a whole file, or nothing.
import Glibc

/// A file that takes the place of another one when all of it is written.
struct NewFile {
  let path: String
  /// Where it is until then.
  var waiting: String { "\(path).new" }

  private let mode: mode_t
  private let replacesSession: Bool

  /// - Parameters:
  ///   - mode: who may read it: only the user, because a session has what the program has. The umask takes from it.
  ///   - replacesSession: whether it may take the place of a recorded session.
  init(_ path: String, mode: mode_t = 0o600, replacesSession: Bool = false) {
    (self.path, self.mode, self.replacesSession) = (path, mode, replacesSession)
  }

  /// Refuses to take the place of a device, a pipe or a folder, and of a recording, which nobody can make again.
  func check() throws(Failure) {
    if !replacesSession, isSession {
      throw Failure("cannot write \(path): it is a recorded session; name a new file, or remove it first")
    }
    var facts = stat()
    if stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
      throw Failure("cannot write \(path): it is there, and no regular file")
    }
  }

  private var isSession: Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let beginning = Array("{\"format\":\"enfold-session\"".utf8)
    var found = [UInt8](repeating: 0, count: beginning.count)
    return read(descriptor, &found, found.count) == found.count && found == beginning
  }

  func write(_ text: [UInt8]) throws(Failure) {
    try check()
    let descriptor = open(waiting, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw Failure(cannot: "write", waiting) }
    var done = 0
    while done < text.count {
      let count = text[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let failure = Failure(cannot: "write", waiting)
        close(descriptor)
        unlink(waiting)
        throw failure
      }
      done += count
    }
    guard close(descriptor) == 0 else { throw Failure(cannot: "write", path) }
    try take()
  }

  /// Puts what waits in its place.
  func take() throws(Failure) {
    guard rename(waiting, path) == 0 else {
      let failure = Failure(cannot: "write", path)
      unlink(waiting)
      throw failure
    }
  }
}
