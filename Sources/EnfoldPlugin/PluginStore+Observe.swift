// PluginStore: beginning and ending interests, and those that are told late.
import CEnfold
import Enfold

extension PluginStore {
  @usableFromInline
  func observe(
    _ interest: UInt64, at path: JSONPath, _ options: InterestOptions, _ engine: StoreEngine<State, Action>,
    _ mayDrain: Bool
  ) throws(PluginError) {
    guard State.jsonAllows(path) else { throw .impossible(path, State.self) }
    if options.contains(.pulse), !State._$traits(at: path).contains(.pulse) {
      throw PluginError(Status.unsupported, "the property at \"\(path.pointer)\" is no @Pulse")
    }
    if options.contains(.finished) { return try observeFinished(interest, at: path, options, engine, mayDrain) }
    let performed = engine.perform(mayDrain: mayDrain) { [self] isOpen in
      guard isOpen else { return }
      let encoder = self.encoder ?? CommitEncoder()
      self.encoder = encoder
      let isTold = engine.withMutableState { state, revision in
        encoder.begin(interest, at: path, options, &state, revision)
      }
      if isTold ?? false { encoder.deliver(to: host) }
    }
    if let error = performed.refusal { throw PluginError(error) }
  }

  @usableFromInline
  func unobserve(_ interest: UInt64, _ engine: StoreEngine<State, Action>) {
    _ = engine.perform(mayDrain: engine.drainsOnCaller) { [self] _ in
      encoder?.end(interest)
      if let observer = finishedObservers.removeValue(forKey: interest) { engine.remove(observer, mayDrain: false) }
    }
  }

  /// Tells of actions when their effects have ended, with what was the case when they were reduced.
  private func observeFinished(
    _ interest: UInt64, at path: JSONPath, _ options: InterestOptions, _ engine: StoreEngine<State, Action>,
    _ mayDrain: Bool
  ) throws(PluginError) {
    let host = host
    let observer = ActionObserver<State, Action>(phase: .finished) { [unowned self, weak engine] action, revision, _ in
      // Under the gate, as every encoding: a state of C code is used by one thread at a time.
      let report = engine?.withState { state, _ in
        FinishedAction(
          interest, revision, action, hasChanged: encoder?.hasChanged ?? false,
          options.contains(.value) ? path : nil, state)
      }
      return { report?.deliver(to: host) }
    }
    let performed = engine.perform(mayDrain: mayDrain) { [self] isOpen in
      guard isOpen else { return }
      let encoder = self.encoder ?? CommitEncoder()
      self.encoder = encoder
      // So that it is known which commits change something.
      _ = engine.withMutableState { state, revision in
        encoder.begin(interest, at: .root, [.actions, .finished], &state, revision)
      }
      finishedObservers[interest] = observer
      engine.add(observer, mayDrain: false)
    }
    if let error = performed.refusal { throw PluginError(error) }
  }
}

/// The end of a drain: tells the interests that coalesce.
@usableFromInline
final class LateDelivery<State: ObservableState, Action: JSONEncodable & Sendable>: @unchecked Sendable {
  // Unchecked: `engine` is written once, before the store is used.
  @usableFromInline let store: PluginStore<State, Action>
  @exclusivity(unchecked) @usableFromInline weak var engine: StoreEngine<State, Action>?

  @usableFromInline init(_ store: PluginStore<State, Action>) { self.store = store }

  @inlinable
  func run() {
    guard let unretained = store.unretainedEncoder, unretained._withUnsafeGuaranteedRef({ $0.hasLate }) else { return }
    deliver()
  }

  @usableFromInline
  func deliver() {
    guard let encoder = store.encoder else { return }
    let isTold = engine?.withMutableState { state, _ in encoder.collectLate(&state) }
    if isTold ?? false { encoder.deliver(to: store.host) }
  }
}

/// An action as it was when it was reduced.
private final class FinishedAction {
  private let interest: UInt64
  private let revision: UInt64
  private var action = JSONWriter(capacity: 16)
  private var value = JSONWriter(capacity: 16)
  private var flags: UInt32 = 0
  private var isThere = false

  init<State: JSONEncodable, Action: JSONEncodable>(
    _ interest: UInt64, _ revision: UInt64, _ action: Action, hasChanged: Bool, _ path: JSONPath?, _ state: State
  ) {
    if hasChanged { flags = ENFOLD_CHANGED }
    self.interest = interest
    self.revision = revision
    action.writeJSON(to: &self.action)
    self.action.nulTerminate()
    if let path {
      isThere = state.writeJSON(at: path, to: &value)
      if !isThere { flags |= ENFOLD_REMOVED }
    }
    value.nulTerminate()
  }

  func deliver(to host: PluginHost) {
    if let failure = value.failure { return host.log(Diagnostic(level: .error, message: failure)) }
    let text = UnsafeRawPointer(action.baseAddress).assumingMemoryBound(to: CChar.self)
    let value = UnsafeRawPointer(value.baseAddress).assumingMemoryBound(to: CChar.self)
    var change = enfold_change(
      interest: interest, op: ENFOLD_OP_REPLACE, flags: flags, pointer: text + action.count, pointer_length: 0,
      value: isThere ? value : nil, value_length: isThere ? self.value.count : 0)
    withUnsafePointer(to: &change) { change in
      var commit = enfold_commit(
        struct_size: UInt32(MemoryLayout<enfold_commit>.size), flags: 0, revision: revision, action: text,
        action_length: action.count, changes: change, change_count: 1)
      host.commit(&commit)
    }
  }
}
