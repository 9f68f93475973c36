// ForeignState: the state of a reducer that is written in C.
import CEnfold
import Enfold
import EnfoldPlugin

/// A state behind a C pointer.
struct ForeignState: Sendable {
  private let instance: ForeignInstance
  var _$changes = ChangeRecord()

  init(
    opening reducer: ForeignReducer, _ text: UnsafeRawBufferPointer?, _ requests: ForeignRequests
  ) throws(PluginError) { instance = try ForeignInstance(opening: reducer, text, requests) }

  /// Reduces one action. An error becomes an effect that fails; the reducer must then have left the state as it was.
  mutating func reduce(_ action: ForeignAction) -> Effect<ForeignAction> {
    do throws(PluginError) {
      let effects = try instance.reduce(action)
      if !instance.reported.isEmpty { _$changes.markWritten(0) }
      return effects
    } catch {
      return .failure(ActionError(error.message), of: EffectOrigin(outside: "the reducer of \(instance.reducer.name)"))
    }
  }
}

extension ForeignState: ObservableState {
  func writeJSON(to writer: inout JSONWriter) { _ = writeJSON(at: .root, to: &writer) }

  func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    do throws(PluginError) {
      return try instance.write(path, &writer)
    } catch {
      writer.fail("the state of \(instance.reducer.name) cannot be written: \(error.message)")
      writer.writeNull()
      // Nobody knows whether something is there. The writer has the error, and the writer's owner reports it.
      return true
    }
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

  func _$visitReported(_ walk: inout ChangeWalk, _ root: ObservationNode) {
    walk.visit(instance.reported, at: root) { path, writer in writeJSON(at: path, to: &writer) }
  }

  mutating func _$commit(_ stamps: inout StampSource) {
    instance.reported.settle()
    _$changes = ChangeRecord(stamp: stamps.take())
  }

  mutating func _$adopt(_ stamps: inout StampSource) {
    instance.reported.forgetAll()
    _$commit(&stamps)
  }
}
