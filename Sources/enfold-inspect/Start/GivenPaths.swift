// GivenPaths: what the paths of the command line are.
import Glibc

struct GivenPaths {
  private(set) var sockets: [String] = []
  private(set) var files: [(path: String, spool: Spool)] = []

  /// Looks at each path. What cannot be opened is said at once.
  init(_ paths: [String]) throws(Refusal) {
    for path in paths {
      var facts = stat()
      guard stat(path, &facts) == 0 else { throw Refusal("\(path): \(String(cString: strerror(errno)))") }
      switch facts.st_mode & S_IFMT {
      case S_IFSOCK:
        guard SocketIdentity(path) != nil else { throw Refusal("\(path) is no socket of this user") }
        sockets.append(path)
      case S_IFREG: files.append((path, try Spool.existing(path)))
      case S_IFDIR: throw Refusal("\(path) is a folder; name a socket or a session file")
      default: throw Refusal("\(path) is neither a socket nor a file")
      }
    }
  }
}
