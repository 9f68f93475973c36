// CrashRedaction: takes redacted values out of the action in the crash line.
import CEnfoldSupport
import Glibc

/// The text about a store in the crash line, with the store's redactor in front of it. So the handler of a crash, which knows the
/// text alone, finds the redactor.
struct CrashLabel {
  private typealias Header = UnsafeRawPointer?
  /// NUL-terminated.
  let text: UnsafePointer<CChar>

  /// - Parameter redactor: must live as long as this.
  init(_ text: String, _ redactor: Redactor) {
    var text = text
    self.text = text.withUTF8 { bytes in
      guard let memory = calloc(1, MemoryLayout<Header>.size + bytes.count + 1) else { abort() }
      memory.storeBytes(of: UnsafeRawPointer(Unmanaged.passUnretained(redactor).toOpaque()), as: Header.self)
      let start = memory + MemoryLayout<Header>.size
      if let from = bytes.baseAddress { start.copyMemory(from: from, byteCount: bytes.count) }
      return UnsafePointer(start.assumingMemoryBound(to: CChar.self))
    }
  }

  func free() { Glibc.free(UnsafeMutableRawPointer(mutating: text) - MemoryLayout<Header>.size) }

  /// Writes an action without redacted values. Runs in a copy of a process that crashes, where it may allocate.
  static let write: enfold_crash_redact_fn = { label, action, length, write, to in
    guard let label, let action, let write else { return }
    let header = (UnsafeRawPointer(label) - MemoryLayout<Header>.size).load(as: Header.self)
    guard let header else { return }
    let redactor = Unmanaged<Redactor>.fromOpaque(header).takeUnretainedValue()
    let redacted = redactor.action(UnsafeRawBufferPointer(start: action, count: length))
    guard let redacted else { return write(to, action, length) }
    redacted.withUnsafeBytes { write(to, $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count) }
  }
}
