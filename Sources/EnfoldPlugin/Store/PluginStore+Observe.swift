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
      guard let observer else { return engine.begin(interest, at: path, options) }
      finishedObservers[interest] = observer
      engine.add(observer, mayDrain: false)
      // The stream reports mutations with their commits.
      if options.contains(.mutations) { engine.begin(interest, at: path, options.subtracting([.actions, .finished])) }
    }
    if let error = performed.refusal { throw PluginError(error) }
    // A walk that looks for changes there recurses as deep.
    if path.count > JSONLimits.freeDepth { texts.deepest.note(path.count) }
  }

  func end(_ interest: UInt64) {
    _ = engine.perform(mayDrain: engine.drainsOnCaller) { [self] _ in
      if let observer = finishedObservers.removeValue(forKey: interest) { engine.remove(observer, mayDrain: false) }
      engine.end(interest)
    }
  }

  /// Makes an observer that reports each action when its effects have ended, with the revision and the value of the
  /// commit in which it was reduced.
  private func finishedObserver(
    _ interest: UInt64, at path: JSONPath, _ options: InterestOptions
  ) -> ActionObserver<State, Action> {
    let host = host
    return ActionObserver(phase: .finished) { [weak engine] action, revision, _ in
      // Under the gate, like every encoding, because only one thread at a time may use the state of a C reducer.
      let report = engine?.withState { state, _ in
        FinishedAction(
          interest, revision, action, tag: engine?.observedStream.tag,
          hasChanged: engine.map { !$0.isStub && $0.observedStream.hasChanged } ?? false,
          options.contains(.value) ? path : nil, state)
      }
      return { report?.deliver(to: host) }
    }
  }
}
