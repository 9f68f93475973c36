// PluginStoreOptions: what a store of a plugin is opened with.
import CEnfold
import Enfold

/// What a store is opened with.
public struct PluginStoreOptions: @unchecked Sendable {
  // Unchecked: the host keeps its table and its context valid until it is told that the store is closed.
  let stateText: UnsafeRawBufferPointer?
  @usableFromInline let host: PluginHost
  @usableFromInline let isScheduled: Bool
  @usableFromInline let ignoresUnknownKeys: Bool
  @usableFromInline let limits: JSONLimits
  @usableFromInline let queueLimit: Int
  /// Nil if the environment is the live one: then nothing is bound.
  @usableFromInline let dependencies: PluginDependencies?

  init(_ options: enfold_store_options, host: PluginHost) {
    stateText = options.state.map { UnsafeRawBufferPointer(start: $0, count: options.state_length) }
    self.host = host
    isScheduled = options.flags & ENFOLD_STORE_SCHEDULED != 0
    ignoresUnknownKeys = options.flags & ENFOLD_STORE_IGNORE_UNKNOWN != 0
    limits = JSONLimits(depth: Int(clamping: options.depth_limit), bytes: Int(clamping: options.byte_limit))
    queueLimit = Int(clamping: options.queue_limit)
    dependencies = PluginDependencies(options.environment, host: host)
  }

  /// The initial state: as given, or the feature's own.
  @usableFromInline
  func state<State: JSONDecodable>(or make: () -> State) throws(PluginError) -> State {
    guard let stateText else { return make() }
    let limits = JSONLimits(depth: JSONLimits.stateDepth, bytes: limits.bytes)
    var reader = JSONReader(stateText, limits: limits, ignoresUnknownKeys: ignoresUnknownKeys)
    do {
      let state = try State(json: &reader)
      try reader.finish()
      return state
    } catch {
      throw PluginError(reader.checkRest(after: error), mismatch: Status.badState)
    }
  }
}
