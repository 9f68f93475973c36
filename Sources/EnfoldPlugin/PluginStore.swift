// PluginStore: one open store of a plugin, its engine joined to the host.
import CEnfold
import Enfold

/// Joins a ``StoreEngine`` to a host: decodes what is sent, encodes what changed and is observed. Owned by the engine's
/// hooks and by the closures that the C table calls.
@usableFromInline
final class PluginStore<State: ObservableState, Action: JSONEncodable & Sendable>: @unchecked Sendable {
  // Unchecked: `commits` is used by the drainer only, one call at a time; the rest never changes.
  @usableFromInline typealias Decode = @Sendable (inout JSONReader) throws(JSONError) -> Action

  @usableFromInline let host: PluginHost
  @usableFromInline let options: PluginStoreOptions
  @exclusivity(unchecked) @usableFromInline var commits: CommitEncoder<State, Action>

  @usableFromInline init(_ options: PluginStoreOptions, _ commits: consuming CommitEncoder<State, Action>) {
    host = options.host
    self.options = options
    self.commits = commits
  }

  /// Opens a store and hides its types.
  @inlinable
  static func open(
    _ options: PluginStoreOptions, state: consuming State, decode: @escaping Decode,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) -> PluginStoreCalls {
    var state = state
    let store = PluginStore(options, CommitEncoder(adopting: &state))
    let host = options.host
    var hooks = StoreHooks<State, Action>()
    hooks.committed = { state, revision, action in store.commits.collect(&state, revision, action) }
    hooks.deliver = { store.commits.deliver(to: host) }
    hooks.idle = { host.idle() }
    hooks.closed = { host.closed() }
    hooks.diagnose = { host.log($0) }
    let engine = StoreEngine(
      initialState: state, executor: options.isScheduled ? .scheduled { host.schedule() } : .caller,
      queueLimit: options.queueLimit, hooks: hooks, reduce: reduce)
    return calls(store, engine, decode)
  }

  /// Its functions, as the C table calls them.
  @inlinable
  static func calls(
    _ store: PluginStore, _ engine: StoreEngine<State, Action>, _ decode: @escaping Decode
  ) -> PluginStoreCalls {
    let options = store.options
    let host = store.host
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
        guard isThere else { throw .nothing(at: path) }
        writer.withBytes(write)
      },
      observe: { interest, path, flags, mayDrain throws(PluginError) in
        guard State.jsonAllows(path) else { throw .impossible(path, "\(State.self)") }
        let error = engine.perform(mayDrain: mayDrain) { isOpen in
          guard isOpen else { return }
          let isObserved = engine.withMutableState { state, revision in
            store.commits.begin(Interest(id: interest, path: path, flags: flags, in: State.self), &state, revision)
          }
          if isObserved ?? false { store.commits.deliver(to: host) }
        }
        if let error { throw PluginError(error) }
      },
      unobserve: { interest in
        _ = engine.perform(mayDrain: engine.drainsOnCaller) { _ in store.commits.end(interest) }
      },
      revision: { engine.revision },
      pending: { engine.pending },
      watchIdle: { engine.watchIdle($0) },
      close: { engine.close(mayDrain: $0) })
  }
}

extension PluginError {
  /// Refuses an action: the caller is told, and the log.
  @usableFromInline func refuse(_ host: PluginHost, _ error: UnsafeMutablePointer<enfold_error>?) -> enfold_status {
    host.log(Diagnostic(level: .warning, message: "an action was refused at byte \(offset): \(message)"))
    return fill(error)
  }

  @usableFromInline static var insideReduce: PluginError {
    PluginError(Status.reentrant, "the state cannot be read from inside this store's reducer")
  }
  @usableFromInline static func nothing(at path: JSONPath) -> PluginError {
    PluginError(Status.badPointer, "nothing is at \"\(path.pointer)\" now")
  }
  @usableFromInline static func impossible(_ path: JSONPath, _ type: String) -> PluginError {
    PluginError(Status.badPointer, "no \(type) has anything at \"\(path.pointer)\"")
  }
}
