// TextFile: one file on disk, as a text that is read and replaced as a whole.
import CEnfoldSupport
import Enfold

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The outcome of an attempt to change a file.
struct WriteOutcome: Sendable {
  var error: SharedError?
  /// Whether the file has the new text now. It may have it although the last step, to synchronise the folder, has
  /// failed.
  var isReplaced: Bool

  static func failed(_ error: SharedError) -> WriteOutcome { WriteOutcome(error: error, isReplaced: false) }
}

struct TextFile: Sendable {
  /// How many bytes a file may have.
  static let limit = 64 << 20

  /// Absolute, without NUL.
  let path: String

  /// The text, without the mark of UTF-8 (a BOM) that some editors put in front; nil if there is no file.
  func read() throws(SharedError) -> [UInt8]? {
    var text = enfold_text()
    let problem = enfold_text_read(path, Self.limit, &text)
    defer { free(text.bytes) }
    if let error = error("read", problem) { throw error }
    if text.is_too_long {
      throw SharedError("cannot read \(path): it is longer than \(Self.limit >> 20) MiB, which is the limit")
    }
    return text.bytes.map { bytes in
      let all = UnsafeRawBufferPointer(start: bytes, count: text.count)
      return Array(all.starts(with: Self.mark) ? all.dropFirst(Self.mark.count) : all[...])
    }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Parameter tidies: whether temporary files of killed processes are removed.
  func replace(with text: [UInt8], tidies: Bool) -> WriteOutcome {
    guard text.count <= Self.limit else {
      return .failed(
        SharedError("cannot write \(path): the text has \(text.count) bytes, more than \(Self.limit >> 20) MiB"))
    }
    var isReplaced = false
    let problem = text.withUnsafeBytes { enfold_text_replace(path, $0.baseAddress, $0.count, tidies, &isReplaced) }
    return WriteOutcome(error: error("write", problem), isReplaced: isReplaced)
  }

  func remove() -> WriteOutcome {
    var isReplaced = false
    let problem = enfold_text_remove(path, &isReplaced)
    return WriteOutcome(error: error("remove", problem), isReplaced: isReplaced)
  }

  /// Keeps a copy beside the file, in the place of an older copy. Of a file that is too long to be read it is a second name,
  /// or, where the file system has no such names, a copy of the beginning.
  func setAside() -> SharedError? {
    error("keep a copy of", enfold_text_copy(path, path + FileName.broken, Self.limit))
  }

  /// Whether the file is longer than ``read()`` allows.
  var isTooLong: Bool {
    var stamp = enfold_file_stamp()
    return enfold_file_look(path, &stamp) == 0 && stamp.size > UInt64(Self.limit)
  }

  /// Calls `body` while no other process, nor another storage, does so with this file.
  func withLock(_ body: () -> WriteOutcome) -> WriteOutcome {
    var lock: Int32 = -1
    if let error = error("write", enfold_text_lock(lockPath, &lock)) { return .failed(error) }
    defer { enfold_text_unlock(lock) }
    return body()
  }

  /// `/folder/.name.json.lock`
  private var lockPath: String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    return path[...slash] + "." + path[path.utf8.index(after: slash)...] + ".lock"
  }

  private func error(_ verb: String, _ problem: enfold_text_problem) -> SharedError? {
    if let reason = problem.reason { return SharedError("cannot \(verb) \(path): \(String(cString: reason))") }
    guard let step = problem.step else { return nil }
    return SharedError("cannot \(verb) \(path): \(String(cString: step)): \(Self.text(of: problem.number))")
  }

  /// The meaning of an errno.
  static func text(of number: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress else { return "error \(number)" }
      return String(cString: enfold_text_errno(number, base, buffer.count))
    }
  }
}
