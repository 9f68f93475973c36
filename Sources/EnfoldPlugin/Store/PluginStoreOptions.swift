// PluginStoreOptions: the enfold_store_options of a new store, as the plugin reads them.
import CEnfold
import Enfold

/// The options of `enfold_engine.open`, checked and converted.
public struct PluginStoreOptions: @unchecked Sendable {
  // Unchecked: the host keeps its table and its context valid until the plugin says that the store is closed.
  package let stateText: UnsafeRawBufferPointer?
  /// Nil, as almost always, if the host does not want to know which actions are reduced.
  @usableFromInline let crashNotes: CrashNotes?
  @usableFromInline let host: PluginHost
  @usableFromInline let isScheduled: Bool
  @usableFromInline let isStub: Bool
  @usableFromInline package let texts: TextRules
  @usableFromInline let queueLimit: Int
  /// The runtime that the store belongs to.
  @usableFromInline let runtime: UInt64
  @usableFromInline var dependencies: PluginDependencies

  init(_ options: enfold_store_options, isStub: Bool, host: PluginHost) {
    self.isStub = isStub
    crashNotes = CrashNotes(host)
    stateText = options.state.map { UnsafeRawBufferPointer(start: $0, count: options.state_length) }
    self.host = host
    isScheduled = options.flags & ENFOLD_STORE_SCHEDULED != 0
    texts = TextRules(
      limits: JSONLimits(depth: Int(clamping: options.depth_limit), bytes: Int(clamping: options.byte_limit)),
      ignoresUnknownKeys: options.flags & ENFOLD_STORE_IGNORE_UNKNOWN != 0)
    queueLimit = Int(clamping: options.queue_limit)
    runtime = options.runtime
    dependencies = PluginDependencies(options.environment, runtime: options.runtime, host: host)
  }

  /// The initial state: as given, or the feature's own.
  @usableFromInline func state<State: JSONDecodable>(or make: () -> State) throws(PluginError) -> State {
    guard let stateText else { return make() }
    return try texts.readState(stateText)
  }

  /// The host that the store asks. Called while the store is opened.
  ///
  /// - Parameter isOwnName: whether it asks in its own name, or in that of the runtime.
  package mutating func requestHost(isOwnName: Bool) -> Host {
    if isOwnName { dependencies.ask(through: host) }
    return dependencies.values.host
  }
}
