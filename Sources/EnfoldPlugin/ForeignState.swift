// ForeignState and ForeignAction: the state and the actions of a reducer that is written in C.
import CEnfold
import Enfold

/// An action as its text.
struct ForeignAction: JSONEncodable, Sendable {
  let text: [UInt8]

  init(json reader: inout JSONReader, checkedBy reducer: ForeignReducer) throws(JSONError) {
    _ = reader.peek()
    let offset = reader.offset
    let raw = try reader.rawValue()
    text = Array(raw)
    guard let check = reducer.table.pointee.check else { return }
    let error = withForeignError("no action of this feature") {
      check(reducer.table.pointee.user, raw.assumingMemoryBound(to: CChar.self).baseAddress, raw.count, $0)
    }
    if let error {
      let inside = error.offset == .max ? 0 : Int(clamping: error.offset)
      throw JSONError(code: .mismatch, offset: offset + inside, message: error.message)
    }
  }

  func writeJSON(to writer: inout JSONWriter) { text.withUnsafeBytes { writer.raw($0) } }
}

/// A state behind a C pointer.
struct ForeignState: Sendable {
  private let instance: Instance
  var _$changes = ChangeRecord()

  /// Closes the C instance with the last reference.
  private final class Instance: @unchecked Sendable {
    // Unchecked: the engine calls it on one thread at a time.
    let reducer: ForeignReducer
    let pointer: UnsafeMutableRawPointer?

    init(_ reducer: ForeignReducer, _ pointer: UnsafeMutableRawPointer?) {
      self.reducer = reducer
      self.pointer = pointer
    }

    deinit { reducer.table.pointee.close?(pointer) }
  }

  init(opening reducer: ForeignReducer, _ text: UnsafeRawBufferPointer?, name: String) throws(PluginError) {
    guard let open = reducer.table.pointee.open else {
      throw PluginError(enfold_status(ENFOLD_BAD_PLUGIN), "\(name) has no function to open it")
    }
    var pointer: UnsafeMutableRawPointer?
    let error = withForeignError("\(name) could not be opened") {
      open(
        reducer.table.pointee.user, text?.assumingMemoryBound(to: CChar.self).baseAddress, text?.count ?? 0, &pointer,
        $0)
    }
    if let error { throw error }
    instance = Instance(reducer, pointer)
  }

  /// Reduces one action. An error leaves the state as it is and becomes a failed effect.
  mutating func reduce(_ action: ForeignAction) -> Effect<ForeignAction> {
    guard let reduce = instance.reducer.table.pointee.reduce else { return .none }
    var collector = Collector()
    let error = withForeignError("the reducer failed") { error in
      action.text.withUnsafeBytes { text in
        withUnsafeMutablePointer(to: &collector) { collector in
          collector.withMemoryRebound(to: enfold_changes.self, capacity: 1) { changes in
            reduce(
              instance.pointer, text.assumingMemoryBound(to: CChar.self).baseAddress, text.count, changes, error)
          }
        }
      }
    }
    if let error {
      return .run(name: "reduce") { _ in throw ActionError(error.message) }
    }
    // Which of its parts, is not asked: it counts as replaced.
    if collector.didChange { _$changes.stamp = 0 }
    return .none
  }

  /// What `reduce` reports to; begins with the struct that C sees.
  private struct Collector {
    var changes = enfold_changes(
      struct_size: UInt32(MemoryLayout<enfold_changes>.size),
      changed: { changes, _ in
        guard let changes else { return }
        UnsafeMutableRawPointer(mutating: changes).assumingMemoryBound(to: Collector.self).pointee.didChange = true
      })
    var didChange = false
  }
}

extension ForeignState: ObservableState {
  func writeJSON(to writer: inout JSONWriter) {
    guard let state = instance.reducer.table.pointee.state else { return writer.writeNull() }
    var bytes: [UInt8] = []
    let error = withUnsafeMutablePointer(to: &bytes) { bytes in
      withForeignError("the state cannot be written") {
        state(
          instance.pointer,
          { context, text, length in
            context?.assumingMemoryBound(to: [UInt8].self).pointee.append(
              contentsOf: UnsafeRawBufferPointer(start: text, count: length))
          }, bytes, $0)
      }
    }
    // What C writes is not trusted to be JSON.
    let checked = bytes.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      guard error == nil, (try? reader.skipValue()) != nil, (try? reader.finish()) != nil else { return false }
      writer.raw(bytes)
      return true
    }
    if !checked { writer.writeNull() }
  }

  func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    if path.isEmpty {
      writeJSON(to: &writer)
      return true
    }
    var whole = JSONWriter()
    writeJSON(to: &whole)
    let value = whole.withBytes { try? JSON.decode(JSONValue.self, from: $0) }
    return value?.writeJSON(at: path, to: &writer) ?? false
  }

  /// States of this kind are made by `init(opening:)` alone.
  init(json reader: inout JSONReader) throws(JSONError) {
    throw reader.mismatch("a state that lives in C cannot be read without its feature")
  }

  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .any }
  static func jsonAllows(_ path: JSONPath) -> Bool { true }
  static func _$propertyIndex(of name: JSONPath.Token) -> Int? { nil }
  static var _$propertyCount: Int { 0 }
  func _$visit(_ property: Int, _ walk: inout ChangeWalk, _ node: ObservationNode?) {}
  mutating func _$commit(_ stamps: inout StampSource) { _$changes = ChangeRecord(stamp: stamps.take()) }
  mutating func _$adopt(_ stamps: inout StampSource) { _$commit(&stamps) }
}
