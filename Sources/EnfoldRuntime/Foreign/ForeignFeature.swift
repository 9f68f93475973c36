// ForeignFeature: makes an engine for a reducer that is written in C.
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldPlugin

/// A feature that is nothing but an `enfold_reducer`. Its state lives behind a C pointer, and its actions are JSON
/// texts.
///
/// Everything else is the same engine that Swift features have. The reducer reports what a commit changes.
final class ForeignFeature: @unchecked Sendable {
  // Unchecked: nothing changes after init.

  /// The extensions of these features: the same as those of features in Swift.
  static let extensions = Extensions { name, version in
    featureExtensions.table(named: name, version: version)
  }

  /// Its engine, as long as this object lives. An open store needs the engine's functions alone.
  let engine: UnsafePointer<enfold_engine>
  private let box: Unmanaged<FeatureBox>

  init(_ parts: ForeignReducer.Parts) {
    let reducer = ForeignReducer(parts)
    let feature = PluginFeature(name: parts.name, stateSchema: { "{}" }, actionSchema: { "{}" }) {
      options throws(PluginError) in
      let host = options.requestHost(isOwnName: reducer.effects != nil)
      let requests = ForeignRequests(reducer, options, host)
      let texts = options.texts
      @Sendable func open(_ text: UnsafeRawBufferPointer) throws(PluginError) -> ForeignState {
        let _: CheckedText = try texts.readState(text)
        return try ForeignState(opening: reducer, text, requests)
      }
      let state =
        if let text = options.stateText { try open(text) } else { try ForeignState(opening: reducer, nil, requests) }
      return PluginStore<ForeignState, ForeignAction>(
        options, state: state,
        readState: { _, text throws(PluginError) in try open(text) },
        decode: { text throws(JSONError) in try ForeignAction(json: &text, checkedBy: reducer) },
        reduce: { state, action in state.reduce(action) })
    }
    let table = engineTable(for: FeatureBox(feature))
    box = Unmanaged.fromOpaque(table.feature)
    let engine = UnsafeMutablePointer<enfold_engine>.allocate(capacity: 1)
    engine.initialize(to: table)
    self.engine = UnsafePointer(engine)
  }

  deinit {
    engine.deallocate()
    box.release()
  }
}

/// Checks that a text is JSON, and keeps nothing of it. A reducer in C gets only texts that were checked.
private struct CheckedText: JSONDecodable {
  init(json reader: inout JSONReader) throws(JSONError) { try reader.skipValue() }
}

/// The message about a status that a function must not return.
func unexpectedStatusMessage(_ status: enfold_status, of author: String, from function: StaticString) -> String {
  let reason =
    enfold_status_is_known(status) ? "which \(function) must not return" : "which is no status of enfold.h"
  return "the \(author) returned \(status) from \(function), \(reason)"
}
