// SendOptions: the JSON options of enfold_store_send_with.
import CEnfold
import EnfoldJSON

/// The options of `enfold_store_send_with`.
struct SendOptions {
  /// UTF-8; nil if there is none, or it is empty.
  private(set) var tag: [CChar]?
  /// JSON: what the dependencies give; nil if they make their values.
  private(set) var given: [CChar]?
  /// Where that begins in the options' text.
  private(set) var givenOffset: UInt64 = 0

  var isEmpty: Bool { tag == nil && given == nil }

  private static let longestTag = 256

  init(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    var tag = ""
    var offset = 0
    var given: UnsafeRawBufferPointer?
    try readOptions(text, known: "dependencies, tag") { (key, reader) throws(JSONError) -> Bool in
      switch key {
      case "dependencies": given = try reader.rawValue()
      case "tag":
        _ = reader.peek()
        offset = reader.offset
        tag = try reader.readString()
      default: return false
      }
      return true
    }
    self.given = given.map { $0.map { CChar(bitPattern: $0) } }
    if let given = given?.baseAddress, let text = text?.baseAddress { givenOffset = UInt64(max(given - text, 0)) }
    if tag.isEmpty { return }
    if tag.utf8.count > Self.longestTag {
      throw RuntimeError(
        ENFOLD_INVALID, "options: \"tag\" has \(tag.utf8.count) bytes; at most \(Self.longestTag) are allowed",
        offset: UInt64(offset))
    }
    self.tag = tag.utf8.map(CChar.init(bitPattern:))
  }
}
