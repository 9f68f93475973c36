// StaticFiles: the files of the page, which are read once.
import Glibc

struct StaticFile {
  let bytes: [UInt8]
  let type: String
}

/// A table of names. What is not in it is not there, whatever a path looks like.
struct StaticFiles {
  private var files: [String: StaticFile] = [:]
  private static let types = [
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon",
  ]
  private static let largest = 4 << 20

  /// Reads the folder beside this program: ../../share/enfold/inspector.
  init() {
    guard let program = realpath("/proc/self/exe", nil) else { return }
    defer { free(program) }
    let parts = String(cString: program).split(separator: "/")
    read("/" + parts.dropLast(3).joined(separator: "/") + "/share/enfold/inspector", "/", depth: 0)
    files["/"] = files["/index.html"]
  }

  var hasPage: Bool { files["/"] != nil }

  subscript(path: String) -> StaticFile? { files[path] }

  private mutating func read(_ folder: String, _ prefix: String, depth: Int) {
    guard depth < 4, let listing = opendir(folder) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasPrefix(".") { continue }
      var facts = stat()
      guard fstatat(dirfd(listing), name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      if facts.st_mode & S_IFMT == S_IFDIR { read("\(folder)/\(name)", "\(prefix)\(name)/", depth: depth + 1) }
      guard facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= Self.largest,
        let type = Self.types.first(where: { name.hasSuffix($0.key) })?.value,
        let spool = try? Spool.existing("\(folder)/\(name)")
      else { continue }
      let bytes = [UInt8](unsafeUninitializedCapacity: Int(facts.st_size)) { buffer, count in
        count = spool.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
      }
      files["\(prefix)\(name)"] = StaticFile(bytes: bytes, type: type)
    }
  }
}
