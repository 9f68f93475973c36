// ForeignFeature: gives a reducer that is written against the C header the engine it lacks.
import CEnfold
import CEnfoldSupport
import Enfold

/// A feature that is nothing but an `enfold_reducer`: its state lives behind a C pointer, its actions are JSON texts.
///
/// Everything else is the engine that Swift features have. What such a state cannot do is tell which of its parts an
/// observer looks at, so a commit that changes something encodes it once for each interest.
public enum ForeignFeature {
  /// The engine of a reducer. It lives as long as the process.
  ///
  /// - Parameters:
  ///   - reducer: as much of it as is there; see ``GrowingTable``.
  ///   - name: the feature's name, for messages.
  public static func engine(for reducer: enfold_reducer, name: String) -> UnsafePointer<enfold_engine> {
    let reducer = ForeignReducer(table: reducer, name: name)
    let feature = PluginFeature(name: name, stateSchema: { "{}" }, actionSchema: { "{}" }) {
      options throws(PluginError) in
      let state = try ForeignState(opening: reducer, options.stateText)
      return PluginStore<ForeignState, ForeignAction>(
        options, state: state,
        decode: { text throws(JSONError) in try ForeignAction(json: &text, checkedBy: reducer) },
        reduce: { state, action in state.reduce(action) })
    }
    let engine = UnsafeMutablePointer<enfold_engine>.allocate(capacity: 1)
    engine.initialize(to: engineTable(for: FeatureBox(feature)))
    return UnsafePointer(engine)
  }
}

/// What to say of a status that a function must not return.
public func strangeStatus(_ status: enfold_status, of author: String, from function: StaticString) -> String {
  let reason =
    enfold_status_is_known(status) ? "which \(function) must not return" : "which is no status of enfold.h"
  return "the \(author) returned \(status) from \(function), \(reason)"
}

/// The functions of a reducer.
struct ForeignReducer: @unchecked Sendable {
  // Unchecked: the contract says which functions may be called on which thread.
  let table: enfold_reducer
  /// The feature's name, for messages.
  let name: String

  /// Calls one of them. What it returns is not trusted.
  ///
  /// - Parameters:
  ///   - function: its name in `enfold_reducer`.
  ///   - length: how long the text is that it is given; an offset beyond that is none.
  func call(
    _ function: StaticString, about length: Int = 0, _ body: (UnsafeMutablePointer<enfold_error>) -> enfold_status
  ) throws(PluginError) {
    var error = enfold_error()
    error.struct_size = UInt32(MemoryLayout<enfold_error>.size)
    error.offset = .max
    let status = body(&error)
    if status == ENFOLD_OK { return }
    guard status < 0, enfold_status_is_known(status) else {
      var error = PluginError(Status.failed, strangeStatus(status, of: "reducer of \(name)", from: function))
      error.isMisbehaviour = true
      throw error
    }
    let message = withUnsafeBytes(of: &error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    throw PluginError(
      status, message.isEmpty ? "the reducer of \(name) failed in \(function)" : message,
      offset: error.offset <= UInt64(length) ? error.offset : .max)
  }
}
