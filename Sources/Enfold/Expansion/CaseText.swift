// CaseText: bytes that may be the name of a case, or its whole text. Expansions of @Action compare them.
import EnfoldJSON

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Borrowed bytes of UTF-8, to be compared with texts that are known when the program is compiled. The expansion of
/// `@Action` asks for `count` first, so that only texts of the same length are compared, and these in whole words.
public struct CaseText {
  @usableFromInline let start: UnsafePointer<UInt8>?

  /// The length in bytes.
  public let count: Int

  @inlinable @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    start = bytes.baseAddress
    count = bytes.count
  }

  /// Whether these are the bytes of `text`.
  @inlinable @inline(__always)
  public func matches(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    guard let start else { return count == 0 }
    return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }
}

extension TaggedCases {
  /// The index of the case called `key`.
  @inlinable
  static func _$caseIndex(of key: JSONKey) -> Int? {
    if let bytes = key.plainBytes { return _$caseIndex(of: CaseText(bytes)) }
    return _$caseIndex(of: key.string)
  }

  /// The index of the case called `name`.
  @usableFromInline
  static func _$caseIndex(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { _$caseIndex(of: CaseText($0)) }
  }

  /// The index of the case called `name`: for paths.
  public static func _$caseIndex(of name: JSONPath.Token) -> Int? { _$caseIndex(of: name.text) }
}
