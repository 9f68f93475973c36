// Libraries: which shared libraries a plugin needs beside those that Enfold brings.
import Glibc

/// A library that was mapped because a plugin needs it.
struct Library {
  let path: String

  var name: String { String(path.split(separator: "/").last ?? "") }
  /// Whether it is in a folder that each program of the system searches: /usr/lib, /usr/lib/x86_64-linux-gnu, but not a
  /// folder of another name inside, such as /usr/lib/swift/linux.
  var isOfSystem: Bool {
    var folder = path.split(separator: "/").dropLast().map(String.init)
    if folder.last?.hasSuffix("-linux-gnu") == true { folder.removeLast() }
    let searched = ["lib", "lib64", "usr/lib", "usr/lib64", "usr/local/lib"]
    return searched.contains(folder.joined(separator: "/"))
  }

  /// What is to be said of one that is not.
  static let isForeign = "which neither Enfold nor the system brings"
}

enum Libraries {
  /// The paths of the shared libraries in this process.
  static func mapped() -> Set<String> {
    let lines = (contents(of: "/proc/self/maps") ?? "").split(separator: "\n")
    let paths = lines.compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
    return Set(paths.filter { $0.contains(".so") })
  }

  /// What a plugin has brought with it: what was not mapped before, is no plugin itself, and is not Enfold's.
  static func mapped(since before: Set<String>, without plugin: String) -> [Library] {
    let itself = resolved(plugin) ?? plugin
    let ours = (try? InstalledTree.prefix()).map { $0 + "/lib/" }
    return mapped().subtracting(before).sorted()
      .filter { path in path != itself && !(ours.map { path.hasPrefix($0) } ?? false) }
      .map { Library(path: $0) }
  }
}
