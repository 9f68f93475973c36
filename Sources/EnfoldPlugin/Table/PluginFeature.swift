// PluginFeature: one feature of a plugin. Closures hide its types.
import CEnfold
import Enfold

/// A reducer as a plugin offers it. `#enfoldPlugin` makes one for each of its features.
public struct PluginFeature: Sendable {
  let name: String
  let stateSchema: @Sendable () -> String
  let actionSchema: @Sendable () -> String
  let requests: [any HostRequest]
  /// Opens a store. Completes the dependencies in its options.
  @usableFromInline let open: @Sendable (inout PluginStoreOptions) throws(PluginError) -> AnyPluginStore

  /// - Parameters:
  ///   - type: the feature's type. The feature has the same name.
  ///   - reducer: makes the reducer of one store.
  ///   - initialState: makes the state of a store if neither the host nor the reducer itself gives one.
  ///   - requests: the requests of the feature to its host.
  @inlinable public init<R: Reducer & SendableMetatype>(
    _ type: R.Type, reducer: @escaping @Sendable () -> R, initialState: @escaping @Sendable () -> R.State,
    requests: [any HostRequest] = []
  ) where R.State: ObservableState, R.Action: JSONCodable {
    self.init(
      name: "\(type)", stateSchema: { JSONSchemaBuilder.document(of: R.State.self) },
      actionSchema: { JSONSchemaBuilder.document(of: R.Action.self) }, requests: requests
    ) { options throws(PluginError) in
      if R.State.hasShared {
        if options.mode == .withoutEffects {
          options.dependencies.shareNothing()
        } else {
          options.dependencies.share(through: options.host)
        }
      }
      if !requests.isEmpty { options.dependencies.ask(through: options.host) }
      let dependencies = options.dependencies
      let desk = MutationDesk(space: options.runtime)
      let shared = SharedSeat<R.State>(dependencies.values)
      let (state, reduce) = try dependencies.bind { () throws(PluginError) in
        let reducer = reducer()
        let state = try options.state { startingState(of: reducer) ?? initialState() }
        return (state, dependencies.function(of: reducer, desk))
      }
      return PluginStore<R.State, R.Action>(
        options, state: state, desk: .needed(consume desk), shared: shared, reduce: reduce)
    }
  }

  @available(
    *, unavailable,
    message: "a feature of a plugin needs a State with @ObservableState and an Action with @Action: one is missing"
  )
  @_disfavoredOverload public init<R: Reducer & SendableMetatype>(
    _ type: R.Type, reducer: @escaping @Sendable () -> R, initialState: @escaping @Sendable () -> R.State,
    requests: [any HostRequest] = []
  ) { fatalError("unavailable") }

  @usableFromInline package init(
    name: String, stateSchema: @escaping @Sendable () -> String, actionSchema: @escaping @Sendable () -> String,
    requests: [any HostRequest] = [],
    open: @escaping @Sendable (inout PluginStoreOptions) throws(PluginError) -> AnyPluginStore
  ) {
    self.name = name
    self.stateSchema = stateSchema
    self.actionSchema = actionSchema
    self.requests = requests
    self.open = open
  }

  /// Makes the feature's table, which is never freed.
  func table() -> UnsafePointer<enfold_plugin_feature> {
    let engine = UnsafeMutablePointer<enfold_engine>.allocate(capacity: 1)
    engine.initialize(to: engineTable(for: FeatureBox(self)))
    let table = UnsafeMutablePointer<enfold_plugin_feature>.allocate(capacity: 1)
    table.initialize(
      to: enfold_plugin_feature(
        struct_size: UInt32(MemoryLayout<enfold_plugin_feature>.size), name: immortal(name),
        state_schema: immortal(stateSchema()), action_schema: immortal(actionSchema()), engine: engine, reducer: nil,
        get_extension: { name, version in featureExtensions.table(named: name, version: version) }))
    return UnsafePointer(table)
  }
}

/// The initial state, if the reducer has one.
@usableFromInline func startingState<R: Reducer>(of reducer: R) -> R.State? {
  func state<S: StartingReducer>(of reducer: S) -> R.State? { reducer.initialState as? R.State }
  return (reducer as? any StartingReducer).flatMap { state(of: $0) }
}

/// The object behind `enfold_engine.feature`.
package final class FeatureBox: Sendable {
  let feature: PluginFeature
  package init(_ feature: PluginFeature) { self.feature = feature }

  /// The box that an `enfold_engine` has in its member `feature`.
  static func of(_ pointer: UnsafeMutableRawPointer) -> FeatureBox {
    Unmanaged<FeatureBox>.fromOpaque(pointer).takeUnretainedValue()
  }
}
