// StandardDirectory: where files are if nobody says.
import Enfold

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

enum StandardDirectory {
  /// `$XDG_STATE_HOME/enfold`, if that is absolute, or else `$HOME/.local/state/enfold`.
  static func find(
    _ variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(SharedError) -> String {
    func path(_ name: String) -> String? {
      guard let path = variable(name), path.utf8.first == UInt8(ascii: "/") else { return nil }
      return path
    }
    if let state = path("XDG_STATE_HOME") { return state + "/enfold" }
    if let home = path("HOME") { return home + "/.local/state/enfold" }
    throw SharedError(
      "there is no directory for files: neither XDG_STATE_HOME nor HOME is an absolute path. Set one of them, or name a "
        + "directory")
  }
}
