// HostFolder: the folder in which programs put their sockets.
import Glibc

struct HostFolder {
  let path: String

  /// The one that hosts use.
  init() {
    if let base = environment("XDG_RUNTIME_DIR"), base.hasPrefix("/") {
      path = "\(base)/enfold"
    } else {
      let base = environment("TMPDIR") ?? "/tmp"
      path = "\(base.hasPrefix("/") ? base : "/tmp")/enfold-\(geteuid())"
    }
  }

  /// Why nothing in it is trusted; nil: it is, or it is not there.
  var problem: String? {
    var facts = stat()
    guard lstat(path, &facts) == 0 else {
      return errno == ENOENT ? nil : "the folder \(path) cannot be looked at: \(String(cString: strerror(errno)))"
    }
    if facts.st_mode & S_IFMT != S_IFDIR { return "\(path) is no folder" }
    if facts.st_uid != geteuid() { return "the folder \(path) belongs to another user" }
    if facts.st_mode & 0o7777 != 0o700 { return "the mode of the folder \(path) must be 0700: chmod 700 \(path)" }
    return nil
  }

  /// The paths of its sockets. Those of processes that have ended are removed.
  ///
  /// - Parameter keep: paths that are not removed.
  func sockets(keeping keep: Set<String>) -> [String] {
    guard problem == nil, let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var found: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let pid = Self.process(name) else { continue }
      var facts = stat()
      guard fstatat(dirfd(folder), name, &facts, AT_SYMLINK_NOFOLLOW) == 0, facts.st_mode & S_IFMT == S_IFSOCK,
        facts.st_uid == geteuid()
      else { continue }
      let path = "\(path)/\(name)"
      if !keep.contains(path), kill(pid, 0) != 0, errno == ESRCH {
        unlinkat(dirfd(folder), name, 0)
      } else {
        found.append(path)
      }
    }
    return found.sorted()
  }

  /// The number of the process, with which the name of a socket begins.
  private static func process(_ name: String) -> pid_t? {
    let digits = name.prefix { $0.isASCII && $0.isNumber }
    guard name.hasSuffix(".sock"), let pid = pid_t(digits), pid > 0 else { return nil }
    let next = name.dropFirst(digits.count).first
    return next == "-" || next == "." ? pid : nil
  }
}
