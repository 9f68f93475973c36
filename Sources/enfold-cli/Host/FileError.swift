// FileError: a file that cannot be found, read or written, and why.
import Glibc

/// A file operation that the system refused.
struct FileError: Error {
  let description: String

  /// Takes the reason from `errno`.
  init(_ what: String, _ path: String) { description = "cannot \(what) \(path): \(String(cString: strerror(errno)))" }
  init(_ description: String) { self.description = description }
}
