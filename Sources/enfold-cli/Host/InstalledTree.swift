// InstalledTree: where the tree is that this command belongs to.
import Glibc

enum InstalledTree {
  /// The folder whose bin/ has this command. Symbolic links are followed.
  static func prefix() throws(Failure) -> String {
    guard let path = realpath("/proc/self/exe", nil) else {
      throw Failure(cannot: "find this command", "/proc/self/exe")
    }
    defer { free(path) }
    return String(cString: path).split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
  }

  /// Whether the tree is that inside the wheel, in which `python -m enfold` stands for the command.
  static func isWheel(_ prefix: String) -> Bool { access(prefix + "/libenfold.so", R_OK) == 0 }

  /// Whether `enfold` in the PATH is that of this tree.
  static func isInPath(_ prefix: String) -> Bool {
    guard let folders = getenv("PATH") else { return false }
    for folder in String(cString: folders).split(separator: ":") where access("\(folder)/enfold", X_OK) == 0 {
      guard let found = realpath("\(folder)/enfold", nil) else { continue }
      defer { free(found) }
      return String(cString: found) == prefix + "/bin/enfold"
    }
    return false
  }
}
