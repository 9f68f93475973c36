// PluginFeature: one feature of a plugin, its types hidden behind closures.
import CEnfold
import Enfold

/// A reducer as a plugin offers it. `#enfoldPlugin` makes one for each of its features.
public struct PluginFeature: Sendable {
  let name: String
  let stateSchema: @Sendable () -> String
  let actionSchema: @Sendable () -> String
  @usableFromInline let open: @Sendable (PluginStoreOptions) throws(PluginError) -> AnyPluginStore

  /// - Parameters:
  ///   - type: the feature's type; its name is the feature's.
  ///   - reducer: makes the reducer of one store.
  ///   - initialState: makes the state of a store that is opened without one.
  @inlinable
  public init<R: Reducer & SendableMetatype>(
    _ type: R.Type, reducer: @escaping @Sendable () -> R, initialState: @escaping @Sendable () -> R.State
  ) where R.State: ObservableState, R.Action: JSONCodable {
    self.init(
      name: "\(type)", stateSchema: { JSONSchemaBuilder.document(of: R.State.self) },
      actionSchema: { JSONSchemaBuilder.document(of: R.Action.self) }
    ) { options throws(PluginError) in
      let state = try options.bind { () throws(PluginError) in try options.state(or: initialState) }
      return PluginStore<R.State, R.Action>(
        options, state: state, decode: { text throws(JSONError) in try R.Action(json: &text) },
        reduce: options.function(of: reducer))
    }
  }

  @usableFromInline
  init(
    name: String, stateSchema: @escaping @Sendable () -> String, actionSchema: @escaping @Sendable () -> String,
    open: @escaping @Sendable (PluginStoreOptions) throws(PluginError) -> AnyPluginStore
  ) {
    self.name = name
    self.stateSchema = stateSchema
    self.actionSchema = actionSchema
    self.open = open
  }

  /// The feature's table; never freed.
  func table() -> UnsafePointer<enfold_plugin_feature> {
    let engine = UnsafeMutablePointer<enfold_engine>.allocate(capacity: 1)
    engine.initialize(to: engineTable(for: FeatureBox(self)))
    let table = UnsafeMutablePointer<enfold_plugin_feature>.allocate(capacity: 1)
    table.initialize(
      to: enfold_plugin_feature(
        struct_size: UInt32(MemoryLayout<enfold_plugin_feature>.size), name: immortal(name),
        state_schema: immortal(stateSchema()), action_schema: immortal(actionSchema()), engine: engine, reducer: nil,
        get_extension: nil))
    return UnsafePointer(table)
  }
}

/// A feature as the C table refers to it.
final class FeatureBox: Sendable {
  let feature: PluginFeature
  init(_ feature: PluginFeature) { self.feature = feature }
}
