// SessionStore: what a recording knows of a store: its number in the file, and its state, which patches lead along.
import CEnfoldSupport
import Enfold
import EnfoldJSON

/// A store of a recording. Used by one thread at a time.
struct SessionStore {
  /// What the file calls it.
  let number: UInt64
  /// The state after `revision`, made of the first state and the patches since. Nil: it is not known, because entries were dropped
  /// or a patch did not fit.
  private(set) var state: JSONValue?
  private(set) var revision: UInt64 = 0
  /// The numbers of its stacks that were told, by their pointers.
  private(set) var next: [String: UInt64] = [:]
  /// What was written since its state stands in the file.
  private(set) var entries = 0
  private(set) var bytes = 0
  /// The patches of the commits whose entries have not come yet, in order.
  private var patches = PendingPatches()

  init(_ number: UInt64) { self.number = number }

  /// What a plugin says of its state was checked: it is JSON.
  static let limits = JSONLimits(depth: JSONLimits.stateDepth, bytes: .max)

  private static func value(_ text: UnsafeRawBufferPointer) -> JSONValue? {
    var reader = JSONReader(text, limits: limits)
    return try? JSONValue(json: &reader)
  }

  /// Takes a state that was read from the store.
  mutating func begin(_ text: UnsafeRawBufferPointer, _ revision: UInt64) {
    state = Self.value(text)
    self.revision = revision
  }

  mutating func note(patch text: UnsafeRawBufferPointer, _ revision: UInt64) { patches.add(text, revision) }

  /// Whether its state is known.
  var isKnown: Bool { state != nil }

  /// A line of it was written.
  mutating func count(_ bytes: Int) {
    entries += 1
    self.bytes += bytes
  }

  /// Its state stands in the file.
  mutating func hasWrittenState() { (entries, bytes) = (0, 0) }

  /// Goes one commit on. Returns its patch; nil if there is none.
  mutating func commit(_ revision: UInt64, _ next: UnsafeRawBufferPointer) -> [UInt8]? {
    let patch = patches.take(revision)
    if next.count > 0, case .object(let told)? = Self.value(next) {
      for member in told.members {
        if case .integer(let number) = member.value, number >= 0 { self.next[member.key] = UInt64(number) }
      }
    }
    // The state was read when this commit was made already.
    if revision <= self.revision { return patch }
    guard var document = exchange(&state, with: nil), let patch, revision == self.revision + 1 else { return patch }
    self.revision = revision
    state = patch.withUnsafeBytes { text in
      guard let operations = Self.value(text),
        (try? JSONPatch.apply(operations, to: &document, limits: Self.limits)) != nil
      else { return nil }
      return document
    }
    return patch
  }

  /// Its state is not known any more.
  mutating func lose() { state = nil }
}

/// A value whose JSON is canonical: without blanks, and with the members of objects in the order of their keys' bytes.
struct CanonicalValue: JSONEncodable {
  let value: JSONValue

  func writeJSON(to writer: inout JSONWriter) {
    switch value {
    case .array(let elements): elements.map { CanonicalValue(value: $0) }.writeJSON(to: &writer)
    case .object(let object):
      writer.writeMembers(object.members.lazy.map { (key: $0.key, place: $0.value) }) { value, writer in
        CanonicalValue(value: value).writeJSON(to: &writer)
      }
    default: value.writeJSON(to: &writer)
    }
  }
}
