// The session files of a folder, which is a suite of them.
import Glibc

extension SessionFile {
  /// The paths of the session files that a path means: it is one, or a folder of them. A folder's files come in the order of their
  /// names.
  public static func paths(_ path: String) throws(SessionError) -> [String] {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      throw SessionError(path, "it cannot be read: \(String(cString: strerror(errno)))")
    }
    guard facts.st_mode & S_IFMT == S_IFDIR else { return [path] }
    guard let folder = opendir(path) else {
      throw SessionError(path, "it cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".enfold.jsonl") { names.append(name) }
    }
    guard !names.isEmpty else { throw SessionError(path, "no file in it ends in .enfold.jsonl") }
    return names.sorted().map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
  }
}
