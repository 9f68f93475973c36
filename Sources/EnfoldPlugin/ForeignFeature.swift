// ForeignFeature: gives a reducer that is written against the C header the engine it lacks.
import CEnfold
import Enfold

/// A feature that is nothing but an `enfold_reducer`: its state lives behind a C pointer, its actions are JSON texts.
///
/// Everything else is the engine that Swift features have. What such a state cannot do is tell which of its parts an
/// observer looks at, so a commit that changes something encodes it once for each interest.
public enum ForeignFeature {
  /// The engine of a reducer. Both live as long as the process.
  ///
  /// - Parameter name: the feature's name, for messages.
  public static func engine(
    for reducer: UnsafePointer<enfold_reducer>, name: String
  ) -> UnsafePointer<enfold_engine> {
    let reducer = ForeignReducer(table: reducer)
    let feature = PluginFeature(name: name, stateSchema: { "{}" }, actionSchema: { "{}" }) {
      options throws(PluginError) in
      let state = try ForeignState(opening: reducer, options.stateText, name: name)
      return PluginStore<ForeignState, ForeignAction>.open(
        options, state: state,
        decode: { text throws(JSONError) in try ForeignAction(json: &text, checkedBy: reducer) },
        reduce: { state, action in state.reduce(action) })
    }
    let engine = UnsafeMutablePointer<enfold_engine>.allocate(capacity: 1)
    engine.initialize(to: engineTable(for: FeatureBox(feature)))
    return UnsafePointer(engine)
  }
}

/// The functions of a reducer.
struct ForeignReducer: @unchecked Sendable {
  // Unchecked: the table is never written, and says itself which functions may be called on which thread.
  let table: UnsafePointer<enfold_reducer>
}

/// An error that C code filled.
func withForeignError(
  _ fallback: String, _ body: (UnsafeMutablePointer<enfold_error>) -> enfold_status
) -> PluginError? {
  var error = enfold_error()
  error.struct_size = UInt32(MemoryLayout<enfold_error>.size)
  error.offset = .max
  let status = body(&error)
  if status >= 0 { return nil }
  let message = withUnsafeBytes(of: &error.message) { bytes in
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
  return PluginError(status, message.isEmpty ? fallback : message, offset: error.offset)
}
