// ReplayBuilder: lists the reducers of `assertReplays`. ReplayedFeature: one of them.
import EnfoldPlugin

/// A reducer whose stores can be replayed. Made by ``ReplayBuilder``.
public struct ReplayedFeature: Sendable {
  let name: String
  let feature: PluginFeature
}

/// Lists the reducers of ``assertReplays(_:of:fileID:filePath:line:column:)``. Each store gets one that is made for it.
@resultBuilder public enum ReplayBuilder {
  public static func buildExpression<R: Reducer & SendableMetatype>(
    _ reducer: @autoclosure @escaping @Sendable () -> R
  ) -> [ReplayedFeature] where R.State: ObservableState, R.Action: JSONCodable {
    let feature = PluginFeature(
      R.self, reducer: reducer,
      initialState: { preconditionFailure("a store of a replay begins with the recorded state") })
    return [ReplayedFeature(name: "\(R.self)", feature: feature)]
  }

  @available(
    *, unavailable,
    message: "a session can be replayed if the State has @ObservableState and the Action has @Action: one is missing"
  )
  @_disfavoredOverload public static func buildExpression<R: Reducer>(_ reducer: R) -> [ReplayedFeature] {
    fatalError("unavailable")
  }

  public static func buildBlock(_ features: [ReplayedFeature]...) -> [ReplayedFeature] { features.flatMap(\.self) }
}
