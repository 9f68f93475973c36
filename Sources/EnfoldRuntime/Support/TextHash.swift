// TextHash: hashes that files may keep.
import CEnfoldSupport

/// A hash that a file may keep: SipHash-2-4 with the key 0, as 32 hexadecimal digits.
func textHash(of text: UnsafeRawBufferPointer) -> String {
  let start = text.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
  return enfold_siphash(2, 4, enfold_hash(low: 0, high: 0), start, text.count).digits
}

extension enfold_hash {
  /// As 32 hexadecimal digits.
  var digits: String {
    func digits(_ word: UInt64) -> String {
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return digits(high) + digits(low)
  }
}
