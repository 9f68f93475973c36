// ForeignState: the state of a reducer that is written in C.
import CEnfold
import Enfold

/// A state behind a C pointer.
struct ForeignState: Sendable {
  private let instance: Instance
  var _$changes = ChangeRecord()

  /// The C instance. It is closed when the last reference to it goes away.
  private final class Instance: @unchecked Sendable {
    // Unchecked: the engine uses it on one thread at a time.
    let reducer: ForeignReducer
    let pointer: UnsafeMutableRawPointer?

    init(_ reducer: ForeignReducer, _ pointer: UnsafeMutableRawPointer?) {
      self.reducer = reducer
      self.pointer = pointer
    }

    deinit { reducer.table.close?(pointer) }
  }

  init(opening reducer: ForeignReducer, _ text: UnsafeRawBufferPointer?) throws(PluginError) {
    guard let open = reducer.table.open else {
      throw PluginError(enfold_status(ENFOLD_BAD_PLUGIN), "\(reducer.name) has no function to open it")
    }
    var pointer: UnsafeMutableRawPointer?
    try reducer.call("open", about: text?.count ?? 0) {
      open(
        reducer.table.user, text?.assumingMemoryBound(to: CChar.self).baseAddress, text?.count ?? 0, &pointer,
        $0)
    }
    instance = Instance(reducer, pointer)
  }

  /// Reduces one action. An error becomes an effect that fails; the reducer must then have left the state as it was.
  mutating func reduce(_ action: ForeignAction) -> Effect<ForeignAction> {
    guard let reduce = instance.reducer.table.reduce else { return .none }
    var collector = Collector()
    do throws(PluginError) {
      try instance.reducer.call("reduce", about: action.text.count) { error in
        action.text.withUnsafeBytes { text in
          withUnsafeMutablePointer(to: &collector) { collector in
            collector.withMemoryRebound(to: enfold_changes.self, capacity: 1) { changes in
              reduce(
                instance.pointer, text.assumingMemoryBound(to: CChar.self).baseAddress, text.count, changes, error)
            }
          }
        }
      }
    } catch {
      return .failure(ActionError(error.message), of: EffectOrigin(outside: "the reducer of \(instance.reducer.name)"))
    }
    // Nobody knows which parts of the state changed, so the whole state counts as replaced.
    if collector.didChange { _$changes.stamp = 0 }
    return .none
  }

  /// Collects what `reduce` reports. Its first member is the struct that C sees.
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
    do throws(PluginError) {
      let text = try text()
      text.withUnsafeBytes { writer.raw($0) }
    } catch {
      fail(error, &writer)
    }
  }

  /// The whole state. What C writes is not trusted to be JSON.
  private func text() throws(PluginError) -> [UInt8] {
    guard let state = instance.reducer.table.state else {
      throw PluginError(Status.failed, "its reducer has no function for it")
    }
    var output = Output()
    try withUnsafeMutablePointer(to: &output) { (output) throws(PluginError) in
      try instance.reducer.call("state") { error in
        state(
          instance.pointer,
          { context, text, length in
            context?.assumingMemoryBound(to: Output.self).pointee.append(text, length)
          }, output, error)
      }
    }
    guard output.isWhole else {
      throw PluginError(Status.failed, "its reducer wrote a piece without an address or with a length that cannot be")
    }
    var problem: JSONError?
    output.bytes.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes, limits: JSONLimits(depth: JSONLimits.stateDepth, bytes: .max))
      do throws(JSONError) {
        try reader.skipValue()
        try reader.finish()
      } catch { problem = error }
    }
    if let problem { throw PluginError(Status.failed, "its reducer wrote what is no JSON: \(problem)") }
    return output.bytes
  }

  /// Collects what the reducer writes.
  private struct Output {
    var bytes: [UInt8] = []
    /// False if a piece had an address or a length that cannot be right.
    var isWhole = true

    mutating func append(_ text: UnsafePointer<CChar>?, _ length: Int) {
      guard let piece = writtenPiece(text, length) else {
        isWhole = false
        return
      }
      bytes.append(contentsOf: piece)
    }
  }

  func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    if path.isEmpty {
      writeJSON(to: &writer)
      return true
    }
    do throws(PluginError) {
      let text = try text()
      return text.withUnsafeBytes { bytes in
        var reader = JSONReader(bytes, limits: .greatest)
        // The text is JSON, so an error means that nothing is there.
        guard let value = try? reader.rawValue(at: path) else { return false }
        writer.raw(value)
        return true
      }
    } catch {
      // Nobody knows whether something is there. The writer has the error, and its owner reports that.
      fail(error, &writer)
      return true
    }
  }

  private func fail(_ error: PluginError, _ writer: inout JSONWriter) {
    writer.fail("the state of \(instance.reducer.name) cannot be written: \(error.message)")
    writer.writeNull()
  }

  /// Always fails: only `init(opening:)` makes states of this kind.
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
