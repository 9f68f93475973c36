// RecordedTest: a part of a store's session as the steps of a test, for each language.
import EnfoldJSON

/// A test that sends what was recorded, and expects the recorded states.
public struct RecordedTest {
  struct Step {
    enum What {
      /// `given`: what dependencies gave, as objects with one member each.
      case send(JSONValue, given: [JSONValue])
      case set(pointer: String, JSONValue)
      /// The recorded state is taken over, and why.
      case takeOver(String)
    }

    let revision: UInt64
    let what: What
    /// The revision of the commit whose effect has sent it.
    let cause: UInt64?
    /// The state behind it.
    let state: JSONValue
    /// The state before is the same: its child may have been gone.
    let hasNoChange: Bool
  }

  let name: String
  public let feature: String
  /// The state before.
  let state: JSONValue
  private(set) var steps: [Step] = []
  /// The module of the feature, if an effect in the file says it.
  let module: String?
  /// The command that makes this test.
  let command: String

  /// - Parameters:
  ///   - store: its name, or its number in the file; nil: the only one.
  ///   - from: the first revision; nil: the first one in the file.
  ///   - to: the last revision; nil: the last one in the file.
  ///   - command: what was typed.
  public init(
    _ file: SessionFile, store: String?, from: UInt64? = nil, to: UInt64? = nil, command: String
  ) throws(SessionError) {
    var walk = try StoreWalk(file, store: store)
    (name, feature, self.command) = (walk.name, walk.feature, command)
    module = try Self.module(in: file)
    var (first, lowest) = (walk.state, UInt64?.none)
    var stacks: Set<String> = []
    var steps: [Step] = []
    while let step = try walk.next() {
      let revision = step.entry.revision
      lowest = lowest ?? revision
      if let to, revision > to { break }
      if let from, revision < from { continue }
      if steps.isEmpty {
        first = step.before
        try Self.refuseRedacted(first, step.entry, from == nil ? nil : revision)
      }
      steps.append(try Self.step(step, &stacks))
    }
    guard !steps.isEmpty else {
      let known = lowest.map { "it has \($0) to \(walk.revision)" } ?? "it has none"
      let asked = "\(from.map { " from \($0)" } ?? "")\(to.map { " to \($0)" } ?? "")"
      throw SessionError(file.path, "\(name) has no commits\(asked); \(known)")
    }
    (state, self.steps) = (first, steps)
  }

  private static func step(_ step: StoreWalk.Step, _ stacks: inout Set<String>) throws(SessionError) -> Step {
    let entry = step.entry
    if let action = entry[.action]?.value { try refuseRedacted(action, entry, entry.revision) }
    try refuseRedacted(step.after, entry, entry.revision)
    return Step(
      revision: entry.revision, what: what(step, &stacks), cause: entry.cause?.revision, state: step.after,
      hasNoChange: step.patch.isEmpty)
  }

  private static func what(_ step: StoreWalk.Step, _ stacks: inout Set<String>) -> Step.What {
    let entry = step.entry
    guard let patch = entry[.patch], !step.isGap else { return .takeOver("entries are not in the file") }
    if let reason = entry.reasonToTakeOver(patch) { return .takeOver(reason) }
    if isAhead(step, &stacks) { return .takeOver("a stack gave numbers that its state does not tell") }
    if entry.kind == .set, let operation = step.patch.first, let value = operation["value"] {
      return .set(pointer: operation["path"]?.text ?? "", value)
    }
    guard let action = entry[.action]?.value, entry.kind != .restore else { return .takeOver(entry.kind.rawValue) }
    return .send(action, given: step.given)
  }

  /// Whether a stack gives a number that does not follow from the state: it was given greater ones before. That is so only once.
  private static func isAhead(_ step: StoreWalk.Step, _ stacks: inout Set<String>) -> Bool {
    guard case .object(let next)? = step.entry[.next]?.value else { return false }
    var isAhead = false
    for pointer in next.members.map(\.key) where stacks.insert(pointer).inserted {
      guard let path = try? JSONPath(pointer: pointer), let before = step.before[path]?.array,
        let after = step.after[path]?.array
      else { continue }
      let old = before.compactMap { $0["id"]?.natural }
      let new = after.compactMap { $0["id"]?.natural }.filter { !old.contains($0) }
      if let first = new.min(), first > (old.max().map { $0 + 1 } ?? 0) { isAhead = true }
    }
    return isAhead
  }

  private static func refuseRedacted(
    _ value: JSONValue, _ entry: SessionEntry, _ revision: UInt64?
  ) throws(SessionError) {
    guard let place = value.firstRedacted() else { return }
    let hint = revision.map { $0 > 1 ? "; --to \($0 - 1) ends before it" : "" } ?? ""
    throw entry.refuse("a value is redacted at \"\(place)\", and a test needs it\(hint)")
  }

  /// The module is the first part of `CounterFeature/Counter.swift:48`.
  private static func module(in file: SessionFile) throws(SessionError) -> String? {
    var reader = SessionReader(file)
    while let entry = try reader.next() {
      guard entry.kind == .effectBegan, let place = entry.string(.effect)?.split(separator: " ").last else { continue }
      if let slash = place.firstIndex(of: "/"), isIdentifier(place[..<slash]) { return String(place[..<slash]) }
    }
    return nil
  }

  private static func isIdentifier(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || 48...57 ~= $0 || $0 == 95 }
      && !text.isEmpty
  }

  /// "revisions 1 to 9".
  var range: String { steps.count == 1 ? "revision \(steps[0].revision)" : "revisions \(ends.0) to \(ends.1)" }

  var ends: (UInt64, UInt64) { (steps.first?.revision ?? 0, steps.last?.revision ?? 0) }

  /// The name of the store with other letters than these of identifiers taken out.
  func identifier(_ separator: String) -> String {
    let parts = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return parts.joined(separator: separator)
  }
}
