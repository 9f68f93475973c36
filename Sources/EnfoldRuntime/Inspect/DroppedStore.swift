// DroppedStore: a store whose first lines an inspector cannot get any more. DroppedLine: what such a line says.
import Enfold
import EnfoldJSON

/// What a line of a recording says that is needed to go on without it.
struct DroppedLine {
  var kind = ""
  var store: UInt64 = 0
  var revision: UInt64 = 0
  /// JSON; empty if the line has none.
  var state = TraceTexts.nothing, patch = TraceTexts.nothing, next = TraceTexts.nothing
  /// What stands before the revision: of `opened` it says which store this is.
  var head = TraceTexts.nothing

  /// Nil: it is about no store.
  init?(_ line: UnsafeRawBufferPointer) {
    var reader = JSONReader(line, limits: JSONLimits(depth: JSONLimits.stateDepth + 8, bytes: .max))
    do throws(JSONError) {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "kind": kind = try reader.readString()
        case "store": store = try reader.readInteger()
        case "revision":
          revision = try reader.readInteger()
          head = UnsafeRawBufferPointer(rebasing: line[..<key.offset])
        case "state": state = try reader.rawValue()
        case "patch": patch = try reader.rawValue()
        case "next": next = try reader.rawValue()
        default: try reader.skipValue()
        }
      }
    } catch { return nil }
    if store == 0 { return nil }
  }
}

struct DroppedStore {
  /// The line with which it was opened, up to its revision.
  private let head: [UInt8]
  private var state: SessionStore

  init(_ opened: DroppedLine) {
    head = Array(opened.head)
    state = SessionStore(opened.store)
    state.begin(opened.state, opened.revision)
  }

  mutating func take(_ line: DroppedLine) {
    if line.state.count > 0 { return state.begin(line.state, line.revision) }
    if line.patch.count == 0 { return }
    state.note(patch: line.patch, line.revision)
    _ = state.commit(line.revision, line.next)
  }

  /// The lines with which the store begins for a reader that comes later.
  func opened(_ number: UInt64) -> [UInt8] {
    var writer = JSONWriter(capacity: 1 << 10)
    if !state.next.isEmpty {
      writer.literal("{\"store\":")
      writer.write(number)
      writer.literal(",\"kind\":\"dependency\",\"revision\":")
      writer.write(state.revision)
      writer.literal(",\"dependency\":\"stacks\",\"value\":")
      state.next.writeJSON(to: &writer)
      writer.literal("}\n")
    }
    head.withUnsafeBytes { writer.raw($0) }
    writer.literal("\"revision\":")
    writer.write(state.revision)
    writer.literal(",\"state\":")
    (state.state ?? .null).writeJSON(to: &writer)
    writer.literal("}\n")
    return writer.withBytes { Array($0) }
  }
}
