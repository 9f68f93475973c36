// SessionEntry: one line of a session file. SessionReader: reads one after the other.
import EnfoldJSON

/// A line of a session file.
public struct SessionEntry: Sendable {
  /// What a line tells. Kinds that this version does not know are `other`.
  public enum Kind: String, Sendable {
    case opened, action, set, binding, restore, shared, mutation, request, answer, held, released, closed, dependency,
      checkpoint,
      dropped, state, mark
    case effectBegan = "effect began"
    case effectEnded = "effect ended"
    case other

    public var isCommit: Bool {
      switch self {
      case .action, .set, .binding, .restore, .shared, .mutation: true
      default: false
      }
    }
  }

  /// The number of the line, from 1.
  public let line: Int
  let file: SessionFile
  private let whole: Range<Int>
  public internal(set) var kind = Kind.other
  /// The number of the entry; 0 if it has none.
  public internal(set) var seq: UInt64 = 0
  /// The number of the store; 0 if it has none.
  public internal(set) var store: UInt64 = 0
  public internal(set) var revision: UInt64 = 0
  /// Where the members stand that are read when somebody asks.
  var places: [(key: Member, range: Range<Int>)] = []

  /// The members that are read when somebody asks.
  public enum Member: String, Sendable, CaseIterable {
    case time, name, feature, plugin, state, action, patch, next, cause, task, tag, depends, dependency, value, request,
      id, payload,
      message, outcome, effect, row, count, text, hash, waited, reduced, encoded, told

    static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
  }

  init(_ file: SessionFile, _ line: Int, _ whole: Range<Int>) {
    (self.file, self.line, self.whole) = (file, line, whole)
  }

  /// The JSON of a member; nil if the line has none of this name.
  public subscript(member: Member) -> SessionText? {
    places.first { $0.key == member }.map { SessionText(file: file, range: $0.range) }
  }

  /// A member that is a text.
  public func string(_ member: Member) -> String? {
    if case .string(let text)? = self[member]?.value { text } else { nil }
  }

  /// A member that is a number.
  public func number(_ member: Member) -> UInt64? { self[member]?.value.natural }

  /// The commit that has caused it; its store is 0 if it is not known. Nil: it came from outside.
  public var cause: (store: UInt64, revision: UInt64)? {
    guard let cause = self[.cause]?.value, let revision = cause["revision"]?.natural else { return nil }
    return (cause["store"]?.natural ?? 0, revision)
  }

  public var pluginID: String? { if case .string(let id)? = self[.plugin]?.value["id"] { id } else { nil } }

  /// When it was, in nanoseconds since 1970; nil if it does not say it.
  public var time: Int64? { string(.time).flatMap(nanoseconds) }

  /// The whole line, with its end.
  public var bytes: [UInt8] { Array(file.line(whole)) }

  /// The whole line, with its end, and other JSON in the place of a member.
  public func bytes(replacing member: Member, by json: String) -> [UInt8] {
    guard let range = places.first(where: { $0.key == member })?.range else { return bytes }
    return Array(file.line(whole.lowerBound..<range.lowerBound)) + Array(json.utf8)
      + Array(file.line(range.upperBound..<whole.upperBound))
  }

  /// Applies the patch of this commit.
  func apply(_ patch: JSONValue, to state: inout JSONValue) throws(SessionError) {
    do throws(JSONError) {
      try JSONPatch.apply(patch, to: &state, limits: SessionFile.limits)
    } catch {
      throw refuse("the patch does not fit the state before: \(error.message)")
    }
  }

  /// An error about this line.
  package func refuse(_ problem: String) -> SessionError { SessionError(file.path, line: line, problem) }
}

/// Reads the entries of a session file.
public struct SessionReader: Sendable {
  public let file: SessionFile
  private var place: Int
  private var line = 1

  public init(_ file: SessionFile) {
    self.file = file
    place = file.begin
  }

  /// The next entry; nil at the end, or before a line that has no end.
  public mutating func next() throws(SessionError) -> SessionEntry? {
    guard let end = SessionFile.endOfLine(file.bytes, from: place) else { return nil }
    line += 1
    defer { place = end }
    var entry = SessionEntry(file, line, place..<end)
    do throws(SessionLine.Problem) {
      let read = try SessionLine(UnsafeRawBufferPointer(rebasing: file.bytes[place..<(end - 1)]), at: place)
      (entry.kind, entry.seq, entry.store, entry.revision) = (read.kind, read.seq, read.store, read.revision)
      entry.places = read.places
    } catch { throw entry.refuse(error.message) }
    return entry
  }
}
