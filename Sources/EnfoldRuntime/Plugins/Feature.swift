// Feature: opens stores, and comes from a plugin or from the host.
import Enfold
import EnfoldPlugin
import Synchronization

/// A feature of a plugin, or one that the host has registered. All its stores refer to one object.
final class Feature {
  let source: FeatureSource
  let name: String
  /// JSON Schemas, or nil.
  let stateSchema: String?
  let actionSchema: String?
  /// The requests of the feature to its host: a JSON array, or nil.
  let requests: String?
  let engine: Engine
  /// An object that must live as long as somebody uses the engine.
  let keeper: AnyObject?
  /// How many stores of it were opened.
  let storeCount = Atomic<UInt64>(0)
  /// What is redacted in its stores, once a store was opened.
  private let redactor = Locked<Redactor?>(nil)

  init(
    source: FeatureSource, name: String, stateSchema: String?, actionSchema: String?, requests: String?, engine: Engine,
    keeper: AnyObject?
  ) {
    self.source = source
    self.name = name
    self.stateSchema = stateSchema
    self.actionSchema = actionSchema
    self.requests = requests
    self.engine = engine
    self.keeper = keeper
  }

  /// A hash of its schemas; nil if it has none.
  var schemaHash: String? {
    guard stateSchema != nil || actionSchema != nil else { return nil }
    var text = "\(stateSchema ?? "")\n\(actionSchema ?? "")"
    return text.withUTF8 { textHash(of: UnsafeRawBufferPointer($0)) }
  }

  /// What is redacted in its stores: what its runtime says, and what its schemas mark.
  func redactor(in runtime: Redactor) -> Redactor {
    if let known = redactor.withLock({ $0 }) { return known }
    let made = runtime.marked(state: stateSchema, action: actionSchema, requests: requests)
    return redactor.withLock { known in
      if let known { return known }
      known = made
      return made
    }
  }
}

/// Where a feature comes from.
struct FeatureSource {
  /// The id of no plugin.
  static let hostID = "host"

  let id: String
  let version: String
  /// Its name and its file, for messages.
  let label: String
  /// A hash of its file; nil if there is none.
  var hash: String?

  /// The host itself, with the features that it has registered.
  static let host = FeatureSource(id: hostID, version: "0", label: "host@0 (registered by the host)")
}
