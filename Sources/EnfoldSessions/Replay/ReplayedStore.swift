// ReplayHost, ReplayStore: what a replay needs of those who open stores.
import EnfoldJSON

/// Opens the stores of a replay. They begin no effects, as stores that are opened with `"effects":"none"`.
public protocol ReplayHost {
  associatedtype Store: ReplayStore
  associatedtype Refusal: Error

  /// Opens a store of a feature.
  ///
  /// - Parameters:
  ///   - plugin: the id of the plugin that had the feature; empty if the file does not say it.
  ///   - state: JSON.
  ///   - given: JSON: the numbers that come next in its stacks, as the member `dependencies` of the options of `enfold_store_open`; nil:
  ///     the state says it.
  func open(
    _ feature: String, of plugin: String, named name: String, state: SessionText, given: String?
  ) throws(Refusal) -> Store
}

/// A store of a replay. What it is sent is reduced before the call returns.
public protocol ReplayStore {
  associatedtype Refusal: Error

  /// Sends an action.
  ///
  /// - Parameter given: JSON: what the dependencies give while it is reduced, as the member `dependencies` of
  ///   `enfold_store_send_with`; nil: they give values of their own.
  func send(_ action: SessionText, given: String?) throws(Refusal)
  func set(_ value: JSONValue, at pointer: String) throws(Refusal)
  func restore(_ state: JSONValue) throws(Refusal)
  /// The patch of the first commit since the last call, as JSON; nil if there was none, or it has changed nothing.
  func takePatch() -> String?
  /// The whole state, as JSON.
  func state() throws(Refusal) -> String
  func close()
}
