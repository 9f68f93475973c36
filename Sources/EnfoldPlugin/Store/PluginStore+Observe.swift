// PluginStore: beginning and ending interests.
import CEnfold
import Enfold

extension PluginStore {
  func begin(
    _ interest: UInt64, at path: JSONPath, _ options: InterestOptions, _ mayDrain: Bool
  ) throws(PluginError) {
    guard State.jsonAllows(path) else { throw .impossible(path, State.self) }
    if options.contains(.pulse), !State._$traits(at: path).contains(.pulse) {
      throw PluginError(Status.unsupported, "the property at \"\(path.pointer)\" is no @Pulse")
    }
    let observer = options.contains(.finished) ? finishedObserver(interest, at: path, options) : nil
    let performed = engine.perform(mayDrain: mayDrain) { [self] isOpen in
      guard isOpen else { return }
      if let observer {
        finishedObservers[interest] = observer
        engine.add(observer, mayDrain: false)
      } else {
        engine.begin(interest, at: path, options)
      }
    }
    if let error = performed.refusal { throw PluginError(error) }
  }

  func end(_ interest: UInt64) {
    _ = engine.perform(mayDrain: engine.drainsOnCaller) { [self] _ in
      if let observer = finishedObservers.removeValue(forKey: interest) {
        engine.remove(observer, mayDrain: false)
      } else {
        engine.end(interest)
      }
    }
  }

  /// Tells of actions when their effects have ended, with what was the case when they were reduced.
  private func finishedObserver(
    _ interest: UInt64, at path: JSONPath, _ options: InterestOptions
  ) -> ActionObserver<State, Action> {
    let host = host
    return ActionObserver(phase: .finished) { [weak engine] action, revision, _ in
      // Under the gate, as every encoding: a state of C code is used by one thread at a time.
      let report = engine?.withState { state, _ in
        FinishedAction(
          interest, revision, action, hasChanged: engine?.observedStream.hasChanged ?? false,
          options.contains(.value) ? path : nil, state)
      }
      return { report?.deliver(to: host) }
    }
  }
}
