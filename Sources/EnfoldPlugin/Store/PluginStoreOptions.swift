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
  @usableFromInline let mode: StoreMode
  @usableFromInline package let texts: TextRules
  @usableFromInline let queueLimit: Int
  /// The runtime that the store belongs to.
  @usableFromInline let runtime: UInt64
  @usableFromInline var dependencies: PluginDependencies
  /// Sees what they give while the first state is made.
  @usableFromInline let opening: OpeningTap

  init(_ options: enfold_store_options, mode: StoreMode, host: PluginHost) throws(PluginError) {
    self.mode = mode
    let given = try options.given.map { (text) throws(PluginError) in
      try GivenDependencies(given: UnsafeRawBufferPointer(start: text, count: options.given_length))
    }
    opening = OpeningTap(given, keeps: options.flags & ENFOLD_STORE_TRACED != 0)
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
    try opening.during { () throws(PluginError) in
      guard let stateText else { return make() }
      return try texts.readState(stateText)
    }
  }

  /// The host that the store asks. Called while the store is opened.
  ///
  /// - Parameter isOwnName: whether it asks in its own name, or in that of the runtime.
  package mutating func requestHost(isOwnName: Bool) -> Host {
    if isOwnName { dependencies.ask(through: host) }
    return dependencies.values.host
  }
}

extension GivenDependencies {
  /// Reads the values that a host gives.
  convenience init(given text: UnsafeRawBufferPointer) throws(PluginError) {
    do throws(JSONError) {
      try self.init(json: text, limits: JSONLimits(depth: JSONLimits.stateDepth, bytes: .max))
    } catch {
      throw PluginError(Status.invalid, "dependencies: \(error.message)", offset: UInt64(max(error.offset, 0)))
    }
  }
}
