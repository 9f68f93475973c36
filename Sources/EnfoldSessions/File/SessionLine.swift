// SessionLine: what one line of a session says, and where its members stand.
import EnfoldJSON

/// A line that was read and checked. It comes from anywhere: what every reader needs is there.
package struct SessionLine {
  /// Why a line is no entry.
  package struct Problem: Error {
    package let message: String

    package init(message: String) { self.message = message }
  }

  package private(set) var kind = SessionEntry.Kind.other
  package private(set) var seq: UInt64 = 0
  package private(set) var store: UInt64 = 0
  package private(set) var revision: UInt64 = 0
  /// Where the members stand that are read when somebody asks.
  package private(set) var places: [(key: SessionEntry.Member, range: Range<Int>)] = []

  /// - Parameters:
  ///   - text: the line, without its end.
  ///   - place: where its first byte stands.
  package init(_ text: UnsafeRawBufferPointer, at place: Int = 0) throws(Problem) {
    do throws(JSONError) {
      try read(text, place)
    } catch {
      throw Problem(message: "this line is no entry: \(error.message), at byte \(error.offset + 1)")
    }
    try check(text, place)
  }

  private mutating func read(_ text: UnsafeRawBufferPointer, _ place: Int) throws(JSONError) {
    var reader = JSONReader(text, limits: SessionFile.limits)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "kind": kind = SessionEntry.Kind(rawValue: try reader.readString()) ?? .other
      case "seq": seq = try reader.readInteger()
      case "store": store = try reader.readInteger()
      case "revision": revision = try reader.readInteger()
      default:
        let value = try reader.rawValue()
        guard let member = SessionEntry.Member.named[key.string], let start = value.baseAddress,
          let first = text.baseAddress
        else { continue }
        let offset = place + (start - first)
        places.append((member, offset..<(offset + value.count)))
      }
    }
    try reader.finish()
  }

  private func check(_ text: UnsafeRawBufferPointer, _ place: Int) throws(Problem) {
    switch kind {
    case .opened:
      guard hasText(.name, text, place), hasText(.feature, text, place) else {
        throw Problem(message: "\"opened\" needs the texts \"name\" and \"feature\"")
      }
      try need(.state)
    case .state, .checkpoint: try need(.state)
    case .set, .restore, .shared, .mutation, .action, .binding, .closed: break
    default: return
    }
    if store == 0 { throw Problem(message: "\"\(kind.rawValue)\" has no \"store\"") }
  }

  private func need(_ member: SessionEntry.Member) throws(Problem) {
    if range(of: member) == nil { throw Problem(message: "\"\(kind.rawValue)\" has no \"\(member.rawValue)\"") }
  }

  private func hasText(_ member: SessionEntry.Member, _ text: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    guard let start = range(of: member)?.lowerBound else { return false }
    return text[start - place] == UInt8(ascii: "\"")
  }

  package func range(of member: SessionEntry.Member) -> Range<Int>? { places.first { $0.key == member }?.range }
}
