// TraceRecord: a copy of what an engine reports, until it was told; and its JSON.
import CEnfold
import Enfold
import EnfoldJSON
import EnfoldPlugin
import Glibc

/// The parts of an entry that have a fixed size.
struct TraceFacts {
  /// Its number among the entries of the runtime.
  var number: UInt64 = 0
  /// Nanoseconds since 1970.
  var time: Int64 = 0
  var store: UInt64
  /// Nil: no entry, but the patch of the commit whose entry comes next, or the state.
  var kind: TraceKind?
  /// Whether it is the state after a commit, for a reader that keeps states.
  var isState = false
  /// Nil: it is no end.
  var outcome: TraceOutcome?
  var revision: UInt64
  var task: UInt64 = 0
  /// The commit that has caused it, and its store; 0: none.
  var cause: UInt64 = 0
  var causeStore: UInt64 = 0
  /// The number of the request.
  var request: UInt64 = 0
  /// On what a commit depends besides the state before and the action; nil: on nothing that is known.
  var depends: TraceDependence?
  var waited: UInt64 = 0
  var reduced: UInt64 = 0
  var encoded: UInt64 = 0
  var told: UInt64 = 0
}

extension TraceFacts {
  /// What a host tells, before it is known of which store.
  init(_ kind: TraceKind) { self.init(store: 0, kind: kind, revision: 0) }

  /// The facts of a patch, or of a state.
  init(of store: UInt64, revision: UInt64, isState: Bool = false) {
    self.init(store: store, kind: nil, isState: isState, revision: revision)
  }
}

extension TraceKind {
  /// Whether engines tell it; the others are told by the host itself.
  var isOfEngine: Bool { rawValue <= TraceKind.answer.rawValue || self == .binding }
}

/// The texts of an entry, which are borrowed.
struct TraceTexts {
  /// What the store is called.
  var name = nothing
  /// JSON: the action, the payload of a request, the value of an answer; of a patch the patch, of a state the state.
  var value = nothing
  var tag = nothing
  /// Where the effect is written; the feature that was opened, also of a state; the name of the request; the text of a
  /// mark.
  var subject = nothing
  /// The row of the effect; why an answer is a failure; JSON: of a commit, the numbers of the stacks that have given some; of a state,
  /// what is known of the plugin.
  var detail = nothing

  static var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}

/// An entry that waits for a reader: the facts and five texts, in one block of memory.
struct TraceRecord {
  /// The beginning of the block; the texts follow.
  private struct Header {
    let facts: TraceFacts
    /// Where each of the texts ends, in the order of ``TraceTexts``.
    let ends: (Int, Int, Int, Int, Int)
  }

  private let block: UnsafeMutablePointer<Header>

  init(_ facts: TraceFacts, _ texts: TraceTexts) {
    let two = texts.name.count + texts.value.count
    let three = two + texts.tag.count
    let four = three + texts.subject.count
    let header = Header(facts: facts, ends: (texts.name.count, two, three, four, four + texts.detail.count))
    guard let memory = malloc(MemoryLayout<Header>.size + header.ends.4) else { abort() }
    block = memory.bindMemory(to: Header.self, capacity: 1)
    block.initialize(to: header)
    copy(texts.name, to: 0)
    copy(texts.value, to: texts.name.count)
    if texts.tag.count > 0 { copy(texts.tag, to: two) }
    if texts.subject.count > 0 { copy(texts.subject, to: three) }
    if texts.detail.count > 0 { copy(texts.detail, to: four) }
  }

  private var texts: UnsafeMutableRawPointer { UnsafeMutableRawPointer(block + 1) }

  @inline(__always) private func copy(_ text: UnsafeRawBufferPointer, to start: Int) {
    if let from = text.baseAddress { (texts + start).copyMemory(from: from, byteCount: text.count) }
  }

  /// Frees the memory. Called once, by its last owner.
  func free() { Glibc.free(block) }

  var facts: TraceFacts { block.pointee.facts }
  private var ends: (Int, Int, Int, Int, Int) { block.pointee.ends }

  /// How much memory it takes.
  var size: Int { MemoryLayout<Header>.size + ends.4 }

  private func text(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: texts + start, count: end - start)
  }

  var name: String { String(decoding: text(0, ends.0), as: UTF8.self) }
  /// The JSON; of a patch the patch. Empty if there is none, or it is no JSON: engines are not trusted.
  var value: UnsafeRawBufferPointer { json(ends.0, ends.1) }

  private func json(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
    let text = text(start, end)
    var reader = JSONReader(text, limits: JSONLimits(depth: JSONLimits.stateDepth, bytes: .max))
    do throws(JSONError) {
      try reader.skipValue()
      try reader.finish()
      return text
    } catch { return TraceTexts.nothing }
  }
  var tag: String { String(decoding: text(ends.1, ends.2), as: UTF8.self) }
  /// The feature of a state; the text of a mark.
  var subject: String { String(decoding: text(ends.2, ends.3), as: UTF8.self) }
  /// The numbers of a commit's stacks, or what is known of a state's plugin, as JSON. Empty if there is nothing.
  var next: UnsafeRawBufferPointer { json(ends.3, ends.4) }

  /// Writes the entry as a JSON object.
  func write(to writer: inout JSONWriter) {
    writer.literal("{\"seq\":")
    writer.write(facts.number)
    writer.literal(",\"time\":")
    writer.write(Double(facts.time / 1000) / 1e6)
    if facts.kind != .mark {
      writer.literal(",\"store\":")
      writer.write(facts.store)
      writer.literal(",\"name\":")
      writer.write(name)
    }
    writeMembers(to: &writer, causeStore: facts.causeStore)
    writer.literal("}")
  }

  /// Writes the members that say what has happened, each with a comma before it.
  ///
  /// - Parameters:
  ///   - causeStore: what the store of the cause is called; 0 if it is not known.
  ///   - patch: what the commit has changed; nil if that is not told.
  func writeMembers(to writer: inout JSONWriter, causeStore: UInt64, patch: [UInt8]? = nil) {
    guard let kind = facts.kind else { return }
    writer.literal(",\"kind\":\"")
    writer.literal(kind.name)
    if kind == .mark {
      writer.literal("\",\"text\":")
      return writer.write(subject)
    }
    writer.literal("\",\"revision\":")
    writer.write(facts.revision)
    func number(_ key: StaticString, _ value: UInt64) {
      if value == 0 { return }
      writer.literal(key)
      writer.write(value)
    }
    func string(_ key: StaticString, _ start: Int, _ end: Int) {
      if start == end || key.utf8CodeUnitCount == 0 { return }
      writer.literal(key)
      writer.write(String(decoding: text(start, end), as: UTF8.self))
    }
    number(",\"task\":", facts.task)
    if facts.cause > 0 {
      writer.literal(",\"cause\":{")
      if causeStore > 0 {
        writer.literal("\"store\":")
        writer.write(causeStore)
        writer.literal(",")
      }
      writer.literal("\"revision\":")
      writer.write(facts.cause)
      writer.literal("}")
    }
    string(",\"tag\":", ends.1, ends.2)
    let members = kind.members
    number(",\"id\":", facts.request)
    string(members.subject, ends.2, ends.3)
    let value = value
    if value.count > 0 {
      writer.literal(members.value)
      writer.raw(value)
    }
    if let patch {
      writer.literal(",\"patch\":")
      patch.withUnsafeBytes { writer.raw($0) }
    }
    if kind.isCommit {
      let next = next
      if next.count > 0 {
        writer.literal(",\"next\":")
        writer.raw(next)
      }
      if let depends = facts.depends {
        writer.literal(",\"depends\":")
        writer.write("\(depends)")
      }
    } else {
      string(members.detail, ends.3, ends.4)
    }
    if let outcome = facts.outcome, kind == .effectEnded || kind == .answer {
      writer.literal(",\"outcome\":")
      writer.write("\(outcome)")
    }
    if kind.isCommit {
      number(",\"waited\":", facts.waited)
      writer.literal(",\"reduced\":")
      writer.write(facts.reduced)
      writer.literal(",\"encoded\":")
      writer.write(facts.encoded)
      writer.literal(",\"told\":")
      writer.write(facts.told)
    }
  }
}

extension JSONWriter {
  /// Writes what stands in the place of entries that were dropped.
  mutating func writeDropped(_ count: UInt64) {
    literal("{\"kind\":\"dropped\",\"count\":")
    write(count)
    literal("}")
  }
}

extension TraceKind {
  /// What the texts of an entry are called in its JSON.
  fileprivate var members: (subject: StaticString, value: StaticString, detail: StaticString) {
    switch self {
    case .dependency: (",\"dependency\":", ",\"value\":", "")
    case .opened: (",\"feature\":", "", "")
    case .request: (",\"request\":", ",\"payload\":", "")
    case .answer: (",\"request\":", ",\"value\":", ",\"message\":")
    default: (",\"effect\":", ",\"action\":", ",\"row\":")
    }
  }
}
