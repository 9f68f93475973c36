// ForeignFeature: makes an engine for a reducer that is written in C.
import CEnfold
import CEnfoldSupport
import Enfold

/// A feature that is nothing but an `enfold_reducer`. Its state lives behind a C pointer, and its actions are JSON
/// texts.
///
/// Everything else is the same engine that Swift features have. But only the whole state can be encoded, and its parts
/// have no records. So a commit that changes something encodes the whole state once for each interest.
public enum ForeignFeature {
  /// What these features offer beside their engines: the same as features in Swift.
  public static let extensions = Extensions { name, version in
    featureExtensions.table(named: name, version: version)
  }

  /// The engine of a reducer. It lives as long as the process.
  ///
  /// - Parameters:
  ///   - reducer: a copy of the table; see ``GrowingTable``.
  ///   - name: the feature's name, for messages.
  public static func engine(for reducer: enfold_reducer, name: String) -> UnsafePointer<enfold_engine> {
    let reducer = ForeignReducer(table: reducer, name: name)
    let feature = PluginFeature(name: name, stateSchema: { "{}" }, actionSchema: { "{}" }) {
      options throws(PluginError) in
      let state = try ForeignState(opening: reducer, options.stateText)
      return PluginStore<ForeignState, ForeignAction>(
        options, state: state,
        readState: { text throws(PluginError) in
          let _: CheckedText = try options.readState(text)
          return try ForeignState(opening: reducer, text)
        },
        decode: { text throws(JSONError) in try ForeignAction(json: &text, checkedBy: reducer) },
        reduce: { state, action in state.reduce(action) })
    }
    let engine = UnsafeMutablePointer<enfold_engine>.allocate(capacity: 1)
    engine.initialize(to: engineTable(for: FeatureBox(feature)))
    return UnsafePointer(engine)
  }
}

/// A JSON text that is only checked: a reducer is given nothing else.
private struct CheckedText: JSONDecodable {
  init(json reader: inout JSONReader) throws(JSONError) { try reader.skipValue() }
}

/// The message about a status that a function must not return.
public func unexpectedStatusMessage(_ status: enfold_status, of author: String, from function: StaticString) -> String {
  let reason =
    enfold_status_is_known(status) ? "which \(function) must not return" : "which is no status of enfold.h"
  return "the \(author) returned \(status) from \(function), \(reason)"
}

/// The functions of a reducer.
struct ForeignReducer: @unchecked Sendable {
  // Unchecked: enfold_plugin.h says which functions may be called on which thread.
  let table: enfold_reducer
  /// The feature's name, for messages.
  let name: String

  /// Calls one of the functions. What it returns is not trusted.
  ///
  /// - Parameters:
  ///   - function: its name in `enfold_reducer`.
  ///   - length: how long the text is that the function is given. An offset beyond that is left out.
  func call(
    _ function: StaticString, about length: Int = 0, _ body: (UnsafeMutablePointer<enfold_error>) -> enfold_status
  ) throws(PluginError) {
    var error = enfold_error()
    error.struct_size = UInt32(MemoryLayout<enfold_error>.size)
    error.offset = .max
    let status = body(&error)
    if status == ENFOLD_OK { return }
    guard status < 0, enfold_status_is_known(status) else {
      var error = PluginError(Status.failed, unexpectedStatusMessage(status, of: "reducer of \(name)", from: function))
      error.isMisbehaviour = true
      throw error
    }
    let message = withUnsafeBytes(of: &error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    throw PluginError(
      status, message.isEmpty ? "the reducer of \(name) failed in \(function)" : message,
      offset: error.offset <= UInt64(length) ? error.offset : .max)
  }
}
