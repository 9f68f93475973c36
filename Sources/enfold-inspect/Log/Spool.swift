// Spool: the file that keeps the lines of a source. It is a session file.
import Glibc

/// A file that is open. What is written stays as it is.
final class Spool: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// By which it is opened once more.
  var path: String { "/proc/self/fd/\(descriptor)" }

  /// A file without a name, which only this user may read.
  static func temporary() throws(Refusal) -> Spool {
    var problem = ENOENT
    for folder in [environment("TMPDIR"), "/var/tmp", "/tmp"].compactMap(\.self) where folder.hasPrefix("/") {
      let descriptor = unlinked(in: folder)
      if descriptor >= 0 { return Spool(descriptor) }
      problem = errno
    }
    throw Refusal(507, "no temporary file can be made: \(String(cString: strerror(problem)))")
  }

  private static func unlinked(in folder: String) -> Int32 {
    var template = Array("\(folder)/enfold-inspect-XXXXXX".utf8CString)
    // It gets the mode 0600.
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return descriptor }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// A new file, which only this user may read.
  static func new(_ path: String) throws(Refusal) -> Spool {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Refusal("\(path) cannot be made: \(String(cString: strerror(errno)))") }
    return Spool(descriptor)
  }

  /// A file that is there.
  static func existing(_ path: String) throws(Refusal) -> Spool {
    func refuse(_ problem: String) -> Refusal { Refusal("\(path) cannot be read: \(problem)") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw refuse(String(cString: strerror(errno))) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw refuse("it is no regular file")
    }
    return Spool(descriptor)
  }

  /// Writes at a place. Returns 0, or the number of the error.
  func write(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int32 {
    var done = 0
    while done < bytes.count, let start = bytes.baseAddress {
      let count = pwrite(descriptor, start + done, bytes.count - done, place + done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? ENOSPC : errno }
      done += count
    }
    return 0
  }

  /// Reads at a place. Returns how many bytes there were.
  func read(into buffer: UnsafeMutableRawBufferPointer, at place: Int) -> Int {
    var done = 0
    while done < buffer.count, let start = buffer.baseAddress {
      let count = pread(descriptor, start + done, buffer.count - done, place + done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      done += count
    }
    return done
  }
}

/// A variable of the environment; nil if it is empty.
func environment(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  let text = String(cString: value)
  return text.isEmpty ? nil : text
}
