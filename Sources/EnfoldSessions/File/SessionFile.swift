// SessionFile: the bytes of a session file, and what its first line says. SessionText: a piece of JSON in it.
import EnfoldJSON
import Glibc

/// A session file, which is read as a whole when it is opened: what is appended later is not seen. `docs/session-format.md` tells what
/// is in it.
public final class SessionFile: @unchecked Sendable {
  // Unchecked: nothing changes after init.
  public let path: String
  /// The patterns of what the program redacted.
  public let redactions: [String]
  /// The version of the library that has written it; empty if it does not say it.
  let version: String
  let bytes: UnsafeRawBufferPointer
  /// Where the second line begins.
  let begin: Int

  /// A state may be nested deeper than other texts, and the program that wrote the file was not asked for its limits. The size keeps
  /// a small patch from making a huge state.
  package static let limits = JSONLimits(depth: JSONLimits.stateDepth + 8, bytes: 1 << 30)

  /// What a program that has crashed has not finished, the last line without an end, is left out.
  public convenience init(_ path: String) throws(SessionError) { try self.init(path, try Self.read(path)) }

  /// A session that is in memory.
  public convenience init(_ text: String, named name: String) throws(SessionError) {
    var text = text
    try self.init(name, text.withUTF8 { Self.copy(UnsafeRawBufferPointer($0)) })
  }

  private init(_ path: String, _ bytes: UnsafeRawBufferPointer) throws(SessionError) {
    self.path = path
    self.bytes = bytes
    var (header, begin) = (JSONValue.null, 0)
    var problem: SessionError?
    do throws(SessionError) {
      guard let end = Self.endOfLine(bytes, from: 0) else {
        throw SessionError(path, "there is no whole line in it; the first one of a session has \"format\"")
      }
      begin = end
      header = try Self.readHeader(path, UnsafeRawBufferPointer(rebasing: bytes[..<(begin - 1)]))
    } catch { problem = error }
    self.begin = begin
    redactions = header["redact"]?.array?.compactMap { if case .string(let text) = $0 { text } else { nil } } ?? []
    version = header["enfold"]?.text ?? ""
    if let problem { throw problem }
  }

  deinit { UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.deallocate() }

  /// The first line, with its end.
  public var firstLine: [UInt8] { Array(line(0..<begin)) }

  func line(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }

  /// Where the line behind that of a place begins; nil if the line has no end.
  static func endOfLine(_ bytes: UnsafeRawBufferPointer, from place: Int) -> Int? {
    guard place < bytes.count, let start = bytes.baseAddress, let end = memchr(start + place, 10, bytes.count - place)
    else { return nil }
    return UnsafeRawPointer(end) - start + 1
  }

  private static func readHeader(_ path: String, _ line: UnsafeRawBufferPointer) throws(SessionError) -> JSONValue {
    var reader = JSONReader(line, limits: limits)
    guard let header = try? JSONValue(json: &reader), header["format"] == "enfold-session" else {
      throw SessionError(path, "this is no session file: its first line has no \"format\"")
    }
    guard header["version"] == 1 else {
      throw SessionError(path, "the session has version \(shown(header["version"])); known: 1")
    }
    return header
  }

  // MARK: Reading

  /// The text of a file of another tool.
  static func text(of path: String) throws(SessionError) -> String {
    let bytes = try read(path)
    defer { UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.deallocate() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SessionError(path, "impossible: it is no text in UTF-8")
    }
    return text
  }

  private static func read(_ path: String) throws(SessionError) -> UnsafeRawBufferPointer {
    func refuse() -> SessionError { SessionError(path, "it cannot be read: \(String(cString: strerror(errno)))") }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw refuse() }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw refuse() }
    if facts.st_mode & S_IFMT == S_IFCHR { throw SessionError(path, "it cannot be read: it is a device") }
    // One more than its size, so that its end is seen by the second call.
    var room = max(Int(facts.st_size), 0) + 1
    var buffer = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
    var count = 0
    while true {
      if count == room {
        let larger = UnsafeMutableRawPointer.allocate(byteCount: room * 2, alignment: 16)
        larger.copyMemory(from: buffer, byteCount: count)
        buffer.deallocate()
        (buffer, room) = (larger, room * 2)
      }
      let got = Glibc.read(file, buffer + count, room - count)
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else {
        let problem = refuse()
        buffer.deallocate()
        throw problem
      }
      if got == 0 { return UnsafeRawBufferPointer(start: buffer, count: count) }
      count += got
    }
  }

  private static func copy(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(text.count, 1), alignment: 16)
    buffer.copyMemory(from: text)
    return UnsafeRawBufferPointer(start: buffer.baseAddress, count: text.count)
  }
}

/// A piece of JSON in a session file.
public struct SessionText: Sendable {
  let file: SessionFile
  let range: Range<Int>

  public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    defer { withExtendedLifetime(file) {} }
    return try body(UnsafeRawBufferPointer(rebasing: file.bytes[range]))
  }

  public var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// What the JSON says. It was looked through when its line was read.
  public var value: JSONValue {
    withBytes { bytes in
      var reader = JSONReader(bytes, limits: SessionFile.limits)
      return (try? JSONValue(json: &reader)) ?? .null
    }
  }

  /// Whether it is the same text.
  func isSame(as text: String) -> Bool {
    var text = text
    return withBytes { bytes in text.withUTF8 { bytes.elementsEqual($0) } }
  }

  /// Whether a value in it was redacted.
  var hasRedacted: Bool { withBytes { redactedText.isIn($0) } }
}
