// PluginTracer: turns the entries of a traced store into C structs for its host.
import CEnfold
import Enfold

/// Tells a host what a store reports.
@usableFromInline final class PluginTracer<Action: JSONEncodable>: StoreTracer, @unchecked Sendable {
  // Unchecked: the host keeps its table and its context valid until the plugin says that the store is closed. `text` is used
  // by the thread that tells the entries, which is one at a time.
  private let context: UnsafeMutableRawPointer?
  private let entry: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<enfold_trace_entry>?) -> Void
  /// The action of a commit.
  @exclusivity(unchecked) private var text = JSONWriter(capacity: 64)

  /// Nil if the host reads no traces.
  @usableFromInline init?(_ host: PluginHost) {
    guard let entry = host.offered(ENFOLD_TRACE_EXTENSION, as: enfold_tracer.self)?.entry else { return nil }
    context = host.context
    self.entry = entry
    super.init(store: UInt64(UInt(bitPattern: host.context)))
  }

  @usableFromInline override func tell(_ entry: borrowing TraceEntry, _ action: UnsafeRawPointer?) {
    var told = enfold_trace_entry(
      struct_size: UInt32(MemoryLayout<enfold_trace_entry>.size), kind: entry.kind.rawValue,
      outcome: entry.outcome?.rawValue ?? 0,
      depends: entry.depends?.rawValue ?? 0, revision: entry.revision, task: entry.task,
      cause: entry.cause, waited: entry.waited, reduced: entry.reduced, encoded: entry.collected, told: entry.told,
      action: nil,
      action_length: 0, tag: nil, tag_length: 0, effect: nil, effect_length: 0, row: nil, row_length: 0, cause_store: 0,
      request: 0, next: nil, next_length: 0)
    if let writer = entry.writer { (told.cause, told.cause_store) = (writer.revision, writer.store) }
    if entry.kind.isCommit {
      text.removeAll()
      write(action, &text, &told)
      // Most commits have no other text.
      let next = entry.next
      if entry.tag == nil, next.isEmpty { self.entry(context, &told) } else { tell(&told, tag: entry.tag, next: next) }
    } else if let given = entry.dependency {
      tell(&told, effect: given.name, json: given.value)
    } else if let request = entry.request {
      (told.request, told.outcome) = (request.id, request.outcome?.rawValue ?? ENFOLD_TRACE_ELEMENT)
      tell(&told, tag: entry.tag, effect: request.name, row: request.message, json: request.json)
    } else {
      let (tag, effect, row) = (entry.tag, entry.effect.map { "\($0)" }, entry.row)
      var text = JSONWriter(capacity: 64)
      write(action, &text, &told)
      text.withBytes { _ in tell(&told, tag: tag, effect: effect, row: row) }
    }
  }

  /// Writes the action. One without a form in JSON is left out.
  @inline(__always)
  private func write(_ action: UnsafeRawPointer?, _ text: inout JSONWriter, _ told: inout enfold_trace_entry) {
    guard let action else { return }
    action.assumingMemoryBound(to: Action.self).pointee.writeJSON(to: &text)
    guard text.failure == nil else { return }
    told.action = UnsafeRawPointer(text.baseAddress).assumingMemoryBound(to: CChar.self)
    told.action_length = text.count
  }

  /// Tells an entry with texts. One that is nil or empty leaves its members as they are.
  ///
  /// - Parameter json: what stands in the place of the action.
  private func tell(
    _ told: inout enfold_trace_entry, tag: String? = nil, effect: String? = nil, row: String? = nil,
    json: String? = nil, next: [String: Int] = [:]
  ) {
    var stacks = JSONWriter()
    for (pointer, number) in next {
      stacks.literal(stacks.count == 0 ? "{" : ",")
      stacks.write(pointer)
      stacks.literal(":")
      stacks.write(number)
    }
    if stacks.count > 0 { stacks.literal("}") }
    stacks.withBytes { stacks in
      if stacks.count > 0 {
        told.next = UnsafeRawPointer(stacks.baseAddress)?.assumingMemoryBound(to: CChar.self)
        told.next_length = stacks.count
      }
      tellTexts(&told, tag, effect, row, json)
    }
  }

  private func tellTexts(
    _ told: inout enfold_trace_entry, _ tag: String?, _ effect: String?, _ row: String?, _ json: String?
  ) {
    var (tag, effect, row, json) = (tag ?? "", effect ?? "", row ?? "", json ?? "")
    tag.withUTF8 { tag in
      effect.withUTF8 { effect in
        row.withUTF8 { row in
          json.withUTF8 { json in
            if tag.count > 0 { (told.tag, told.tag_length) = (tag.chars, tag.count) }
            if effect.count > 0 { (told.effect, told.effect_length) = (effect.chars, effect.count) }
            if row.count > 0 { (told.row, told.row_length) = (row.chars, row.count) }
            if json.count > 0 { (told.action, told.action_length) = (json.chars, json.count) }
            entry(context, &told)
          }
        }
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var chars: UnsafePointer<CChar>? {
    UnsafeRawPointer(baseAddress)?.assumingMemoryBound(to: CChar.self)
  }
}
