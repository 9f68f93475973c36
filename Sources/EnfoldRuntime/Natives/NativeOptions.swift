// NativeOptions: the options of `enfold_runtime_bind`.
import CEnfold
import CEnfoldFFI
import EnfoldJSON

typealias NativeFunction = @convention(c) () -> Void
/// Frees a text that a native has returned.
typealias TextRelease = @convention(c) (UnsafeMutableRawPointer?) -> Void

struct NativeOptions {
  /// The name of the requests that the function answers; nil: its own name.
  var name: String?
  /// Frees the text that the function returns, after it was copied.
  var release: TextRelease?
  /// Whether it runs on a thread of the pool, because it may block.
  var isWorker = false
  /// Whether its answer has `errno`, too.
  var hasErrno = false

  /// - Parameter function: the native. Its library, and those that this library needs, are searched for the function that frees
  ///   texts, too.
  init(
    _ text: UnsafeRawBufferPointer?, for prototype: Prototype, _ function: NativeFunction?
  ) throws(RuntimeError) {
    var options = NativeOptions()
    var releaseName: String?
    try readOptions(text, known: "name, returns, thread, errno") { (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "name": options.name = try reader.readRequestName()
      case "returns": releaseName = try reader.readRelease(of: prototype)
      case "thread": options.isWorker = try reader.readChoice("thread", ["worker": true, "handler": false])
      case "errno": options.hasErrno = try reader.readBool()
      default: return false
      }
      return true
    }
    if let releaseName { options.release = try findRelease(releaseName, function) }
    self = options
  }

  private init() {}
}

extension JSONReader {
  fileprivate mutating func readRequestName() throws(JSONError) -> String {
    let before = self
    let name = try readString()
    guard !name.isEmpty, !name.utf8.contains(0) else {
      throw before.mismatch("a name that is not empty and has no U+0000 is needed")
    }
    return name
  }

  /// Reads `"free"` or `{"release":"g_free"}`.
  fileprivate mutating func readRelease(of prototype: Prototype) throws(JSONError) -> String {
    let before = self
    guard prototype.result.kind == .text else {
      throw before.mismatch(
        "only a text is freed, but \(prototype.name.shortened) returns \(prototype.result.spelling.shortened)")
    }
    if peek() == .string {
      guard try readString() == "free" else {
        throw before.mismatch("\"free\" or an object such as {\"release\":\"g_free\"} is needed")
      }
      return "free"
    }
    var name: String?
    try readMembers(known: "release") { (key, reader) throws(JSONError) -> Bool in
      guard key == "release" else { return false }
      name = try reader.readRequestName()
      return true
    }
    guard let name else {
      throw before.mismatch("\"release\" is missing, the name of the function that frees the text")
    }
    return name
  }
}

private func findRelease(_ name: String, _ function: NativeFunction?) throws(RuntimeError) -> TextRelease {
  guard let symbol = enfold_ffi_symbol(name, function) else {
    throw RuntimeError(
      ENFOLD_NOT_FOUND,
      "options: \"release\": there is no function \(name.shortened) in this process; load its library first")
  }
  return unsafeBitCast(symbol, to: TextRelease.self)
}
