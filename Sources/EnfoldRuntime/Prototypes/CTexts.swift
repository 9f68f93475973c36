// CTexts: the copies of texts that C code reads during one call.
import Glibc

/// Owns NUL-terminated copies of texts. They are freed with it.
struct CTexts: ~Copyable {
  private var texts: [UnsafeMutablePointer<CChar>] = []

  init() {}

  deinit { for text in texts { free(text) } }

  /// Returns the address of a copy.
  mutating func copy(_ text: String) -> UInt {
    var text = text
    return text.withUTF8 { bytes in
      // As everywhere in Swift, a process that is out of memory ends.
      guard let copy = malloc(bytes.count + 1)?.assumingMemoryBound(to: CChar.self) else { abort() }
      if let start = bytes.baseAddress { memcpy(copy, start, bytes.count) }
      copy[bytes.count] = 0
      texts.append(copy)
      return UInt(bitPattern: copy)
    }
  }
}
