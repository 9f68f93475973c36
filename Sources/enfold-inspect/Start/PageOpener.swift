// PageOpener: opens the page in a browser. The token stands in a file that only this user may read, never in a command line.
import Glibc
import Synchronization

final class PageOpener: Sendable {
  private let path: String
  private let isThere = Mutex(true)

  /// Writes the file.
  init(_ url: String) throws(Refusal) {
    let folder = [environment("XDG_RUNTIME_DIR"), environment("TMPDIR")].compactMap(\.self).first { $0.hasPrefix("/") }
    path = "\(folder ?? "/tmp")/enfold-inspect-\(getpid())-\(try makeToken().prefix(16)).html"
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Refusal("\(path) cannot be made: \(String(cString: strerror(errno)))") }
    let page = """
      <!doctype html><meta charset="utf-8"><title>enfold inspect</title>
      <meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=\(url)">
      <a href="\(url)">enfold inspect</a>

      """
    write(page, to: descriptor)
    close(descriptor)
  }

  /// Asks the desktop to open the file. No shell sees its name.
  func open() {
    var (attributes, signals, none) = (posix_spawnattr_t(), sigset_t(), sigset_t())
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    sigemptyset(&none)
    sigfillset(&signals)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // Its output would be taken for this program's.
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(path), nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let problem = posix_spawnp(&process, "xdg-open", &actions, &attributes, &arguments, environ)
    if problem != 0 { complain("xdg-open cannot be started: \(String(cString: strerror(problem)))") }
  }

  /// The page was loaded, or will not be.
  func remove() {
    isThere.withLock { isThere in
      if isThere { unlink(path) }
      isThere = false
    }
  }
}
