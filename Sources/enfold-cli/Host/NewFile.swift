// NewFile: writes a whole file, or nothing.
import Glibc

/// A file that takes the place of another one when all of it is written.
struct NewFile {
  let path: String
  /// Where it is until then.
  var waiting: String { "\(path).new" }

  private let mode: mode_t

  /// - Parameter mode: who may read it: only the user, because a session has what the program has. The umask takes from it.
  init(_ path: String, mode: mode_t = 0o600) { (self.path, self.mode) = (path, mode) }

  /// Refuses to take the place of a device, a pipe or a folder.
  func check() throws(Failure) {
    var facts = stat()
    if stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
      throw Failure("cannot write \(path): it is there, and no regular file")
    }
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
