// SessionSink: where the lines of a recording go. SessionFile: a file, which ends with a whole line whatever happens.
import CEnfoldSupport
import Enfold
import Glibc

/// Where the lines of a recording go.
protocol SessionSink: AnyObject {
  /// Appends lines. Returns 0, or the number of the error; then nothing of the last line is there.
  func append(_ lines: UnsafeRawBufferPointer) -> Int32
}

/// A new file, to which whole lines are written. Used by one thread at a time.
final class SessionFile: SessionSink {
  private let descriptor: Int32
  /// How many bytes are in it.
  private var length = 0

  /// Makes the file, which nobody else can read. One that exists is refused, and a symbolic link, too.
  init(_ path: String) throws(RuntimeError) {
    descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor < 0 else { return }
    let problem = errno
    let reason =
      problem == EEXIST ? "it exists already; a recording makes a new file" : String(cString: strerror(problem))
    throw RuntimeError(ENFOLD_IO, "\(path) cannot be made: \(reason)")
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends lines. Returns 0, or the number of the error; then those that are not written as a whole are taken away again.
  func append(_ lines: UnsafeRawBufferPointer) -> Int32 {
    var rest = lines
    while rest.count > 0 {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        continue
      }
      if count < 0, errno == EINTR { continue }
      let problem = count == 0 ? ENOSPC : errno
      let written = lines.prefix(lines.count - rest.count)
      let whole = written.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      length += whole
      _ = ftruncate(descriptor, length)
      return problem
    }
    length += lines.count
    return 0
  }
}

/// The name of a file, with what stands for `%p` (the number of the process), `%n` (the number of the runtime) and `%%`.
func sessionPath(_ pattern: String, runtime number: UInt64) throws(RuntimeError) -> String {
  guard !pattern.isEmpty else { throw .invalid("path is \"\"; the name of a new file is needed") }
  var path = ""
  var rest = Substring(pattern)
  while let mark = rest.firstIndex(of: "%") {
    path += rest[..<mark]
    rest = rest[rest.index(after: mark)...]
    switch rest.popFirst() {
    case "p": path += "\(getpid())"
    case "n": path += "\(number)"
    case "%": path += "%"
    default: throw .invalid("path is \"\(pattern)\"; behind % comes p (the process), n (the runtime) or %")
    }
  }
  return path + rest
}
