// InstalledTree: where the tree is that this command belongs to.
import Glibc

enum InstalledTree {
  /// The folder whose bin/ has this command. Symbolic links are followed.
  static func prefix() throws(Failure) -> String {
    guard let path = resolved("/proc/self/exe") else { throw Failure(cannot: "find this command", "/proc/self/exe") }
    return path.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
  }

  /// Whether the tree is that inside the wheel, in which `python -m enfold` stands for the command.
  static func isWheel(_ prefix: String) -> Bool { access(prefix + "/libenfold.so", R_OK) == 0 }

  /// Whether `enfold` in the PATH is that of this tree.
  static func isInPath(_ prefix: String) -> Bool {
    guard let folders = getenv("PATH") else { return false }
    for folder in String(cString: folders).split(separator: ":") where access("\(folder)/enfold", X_OK) == 0 {
      guard let found = resolved("\(folder)/enfold") else { continue }
      return found == prefix + "/bin/enfold"
    }
    return false
  }
}
