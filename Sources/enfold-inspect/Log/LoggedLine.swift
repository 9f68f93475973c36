// LoggedLine: a line of a session, while its bytes are there.
import EnfoldJSON
import EnfoldSessions

struct LoggedLine {
  let bytes: UnsafeRawBufferPointer
  let line: SessionLine

  init(_ bytes: UnsafeRawBufferPointer) throws(SessionLine.Problem) {
    (self.bytes, line) = (bytes, try SessionLine(bytes))
  }

  /// The JSON of a member.
  subscript(member: SessionEntry.Member) -> UnsafeRawBufferPointer? {
    line.range(of: member).map { UnsafeRawBufferPointer(rebasing: bytes[$0]) }
  }

  func reader(_ member: SessionEntry.Member) -> JSONReader? {
    self[member].map { JSONReader($0, limits: SessionFile.limits) }
  }

  func string(_ member: SessionEntry.Member) -> String? {
    guard var reader = reader(member), reader.peek() == .string else { return nil }
    return try? reader.readString()
  }

  func number(_ member: SessionEntry.Member) -> UInt64? {
    guard var reader = reader(member), reader.peek() == .number else { return nil }
    return try? reader.readInteger()
  }

  func value(_ member: SessionEntry.Member) throws(JSONError) -> JSONValue? {
    guard var reader = reader(member) else { return nil }
    return try JSONValue(json: &reader)
  }

  /// The name of the action; nil if there is none.
  var type: String? {
    guard var reader = reader(.action) else { return nil }
    switch reader.peek() {
    case .string: return try? reader.readString()
    case .object:
      guard (try? reader.beginObject()) != nil, let key = try? reader.nextKey() else { return nil }
      return key.string
    default: return nil
    }
  }

  /// The commit that has caused it.
  var cause: (store: UInt64, revision: UInt64)? {
    guard let cause = try? value(.cause), let revision = cause["revision"]?.number else { return nil }
    return (cause["store"]?.number ?? 0, revision)
  }

  /// Whether it has a patch that is not empty.
  var isChange: Bool {
    guard var reader = reader(.patch), reader.peek() == .array, (try? reader.beginArray()) != nil else { return false }
    return (try? reader.nextElement()) ?? false
  }

  /// The paths of the operations of its patch.
  var paths: [String] {
    var paths: [String] = []
    guard var reader = reader(.patch), reader.peek() == .array, (try? reader.beginArray()) != nil else { return [] }
    do {
      while try reader.nextElement() {
        guard reader.peek() == .object else {
          try reader.skipValue()
          continue
        }
        try reader.beginObject()
        while let key = try reader.nextKey() {
          if (key == "path" || key == "from"), reader.peek() == .string {
            paths.append(try reader.readString())
          } else {
            try reader.skipValue()
          }
        }
      }
    } catch {}
    return paths
  }
}

extension JSONValue {
  /// An integer that is not negative; of anything else nil.
  var number: UInt64? {
    switch self {
    case .integer(let number): UInt64(exactly: number)
    case .unsigned(let number): number
    default: nil
    }
  }
}
