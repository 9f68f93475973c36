// PluginStore: one open store of a plugin, its engine joined to the host.
import CEnfold
import Enfold

/// Joins a ``StoreEngine`` to a host: decodes what is sent, encodes what changed and is observed. Owned by the engine's
/// hooks and by the closures that the C table calls.
@usableFromInline
final class PluginStore<State: ObservableState, Action: JSONEncodable & Sendable>: @unchecked Sendable {
  // Unchecked: `encoder` and `finishedObservers` are used by the drainer only; the rest never changes.
  @usableFromInline typealias Decode = @Sendable (inout JSONReader) throws(JSONError) -> Action

  @usableFromInline let host: PluginHost
  @usableFromInline let options: PluginStoreOptions
  @usableFromInline let decode: Decode
  /// Nil until something is observed, and the same from then on.
  @exclusivity(unchecked) @usableFromInline var encoder: CommitEncoder<State, Action>? {
    didSet { unretainedEncoder = encoder.map(Unmanaged.passUnretained) }
  }
  /// The same: a commit need not retain it.
  @exclusivity(unchecked) @usableFromInline var unretainedEncoder: Unmanaged<CommitEncoder<State, Action>>?
  @exclusivity(unchecked) @usableFromInline var finishedObservers: [UInt64: ActionObserver<State, Action>] = [:]

  @usableFromInline init(_ options: PluginStoreOptions, _ decode: @escaping Decode) {
    host = options.host
    self.options = options
    self.decode = decode
  }

  /// Opens a store and hides its types.
  @inlinable
  static func open(
    _ options: PluginStoreOptions, state: consuming State, decode: @escaping Decode,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) -> PluginStoreCalls {
    let store = PluginStore(options, decode)
    let host = options.host
    var hooks = StoreHooks<State, Action>()
    hooks.committed = { state, revision, action in
      store.unretainedEncoder?._withUnsafeGuaranteedRef { $0.collect(&state, revision, action) } ?? false
    }
    hooks.deliver = { store.unretainedEncoder?._withUnsafeGuaranteedRef { $0.deliver(to: host) } }
    hooks.idle = { host.idle() }
    hooks.closed = { host.closed() }
    hooks.diagnose = { host.log($0) }
    let late = LateDelivery<State, Action>(store)
    hooks.drained = { late.run() }
    let engine = StoreEngine(
      initialState: state, executor: options.isScheduled ? .scheduled { host.schedule() } : .caller,
      queueLimit: options.queueLimit, hooks: hooks, reduce: reduce)
    late.engine = engine
    options.dependencies?.report(through: engine)
    return calls(store, engine)
  }

  /// Its functions, as the C table calls them.
  @inlinable
  static func calls(_ store: PluginStore, _ engine: StoreEngine<State, Action>) -> PluginStoreCalls {
    let (options, host, decode) = (store.options, store.host, store.decode)
    return PluginStoreCalls(
      send: { text, mayDrain, token, taskOut, errorOut in
        var reader = JSONReader(text, limits: options.limits, ignoresUnknownKeys: options.ignoresUnknownKeys)
        let action: Action
        do throws(JSONError) {
          action = try decode(&reader)
          try reader.finish()
        } catch {
          return PluginError(reader.checkRest(after: error), mismatch: Status.badAction).refuse(host, errorOut)
        }
        switch engine.send(action, mayDrain: mayDrain) {
        case .reduced(let task):
          if let child = task.missingChild { return PluginError(Status.noTarget, child.summary).fill(errorOut) }
          if token != 0 { PluginTask.handOut(task, token, host, taskOut) }
          return Status.ok
        case .queued(let task):
          if token != 0 { PluginTask.handOut(task, token, host, taskOut) }
          return Status.queued
        case .refused(let error): return PluginError(error).fill(errorOut)
        }
      },
      sendBatch: { text, mayDrain, accepted, errorOut in
        var reader = JSONReader(text, limits: options.limits, ignoresUnknownKeys: options.ignoresUnknownKeys)
        var actions: [Action] = []
        do throws(JSONError) {
          try reader.beginArray()
          while try reader.nextElement() { actions.append(try decode(&reader)) }
          try reader.finish()
        } catch {
          return PluginError(reader.checkRest(after: error), mismatch: Status.badAction).refuse(host, errorOut)
        }
        accepted?.pointee = actions.count
        switch engine.sendBatch(actions, mayDrain: mayDrain) {
        case .reduced: return Status.ok
        case .queued: return Status.queued
        case .refused(let error):
          accepted?.pointee = 0
          return PluginError(error).fill(errorOut)
        }
      },
      drain: { engine.drain(limit: $0) },
      state: { path, write throws(PluginError) in
        var writer = JSONWriter()
        let isThere = engine.withState { state, _ in state.writeJSON(at: path, to: &writer) }
        guard let isThere else { throw .insideReduce }
        if let failure = writer.failure { throw PluginError(Status.failed, failure) }
        guard isThere else { throw .nothing(at: path) }
        writer.withBytes(write)
      },
      set: { path, value, action, mayDrain throws(PluginError) in
        try store.set(path, value, then: action, engine, mayDrain)
      },
      observe: { interest, path, flags, mayDrain throws(PluginError) in
        try store.observe(interest, at: path, InterestOptions(rawValue: flags), engine, mayDrain)
      },
      unobserve: { store.unobserve($0, engine) },
      revision: { engine.revision },
      pending: { engine.pending },
      watchIdle: { engine.watchIdle($0) },
      close: { engine.close(mayDrain: $0) })
  }
}

extension PluginError {
  /// Refuses an action: the caller is told, and the log.
  @usableFromInline func refuse(_ host: PluginHost, _ error: UnsafeMutablePointer<enfold_error>?) -> enfold_status {
    // Where the plugin itself failed, no byte of the action is to blame.
    let diagnostic =
      status == Status.failed
      ? Diagnostic(level: .error, message: "an action could not be checked: \(message)")
      : Diagnostic(level: .warning, message: "an action was refused at byte \(offset): \(message)")
    host.log(diagnostic)
    return fill(error)
  }

  @usableFromInline static var insideReduce: PluginError {
    PluginError(Status.reentrant, "the state cannot be read from inside a reducer or while it is being encoded")
  }
  @usableFromInline static func nothing(at path: JSONPath) -> PluginError {
    PluginError(Status.badPointer, "nothing is at \"\(path.pointer)\" now")
  }
}
