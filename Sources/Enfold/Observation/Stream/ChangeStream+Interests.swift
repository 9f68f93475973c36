// ChangeStream: interests of hosts, observers in Swift and the store's own interests begin and end.

extension ChangeStream {
  /// Begins an interest, under a number that its owner chose, with the state gate held. True if it is to be told the
  /// value now.
  final func begin(
    _ id: UInt64, at path: JSONPath, _ options: InterestOptions, _ state: inout State, _ revision: UInt64
  ) -> Bool {
    makeReady(&state)
    if !tree.wantsActions { forgetAction() }
    tree.add(id, at: path, options, nil)
    watch(&state)
    guard options.contains(.initial) else { return false }
    self.revision = revision
    walk.start(revision)
    report(id, .initial, options, at: path, of: state)
    if walk.texts.hasFailed { removeFailed() }
    return hasNews
  }

  /// Called before an interest is added.
  private func makeReady(_ state: inout State) {
    if tree.isEmpty {
      settle(&state)
      hasUnwalkedCommits = false
    } else if hasUnwalkedCommits {
      // The next commits may have to be reported one by one, and the new interest must not get those before.
      catchUp(&state)
    }
  }

  final func end(_ id: UInt64) {
    tree.remove(id)
    hasEndedInterests = true
    postponed.forget(id)
  }

  // MARK: Observers in Swift

  /// Begins an observer, with the state gate held. The tree keeps it alive until it ends.
  final func begin(_ observer: AnyObserver, at path: JSONPath, _ options: InterestOptions, _ state: inout State) {
    makeReady(&state)
    observer.order = tree.add(observer.id, at: path, options.union(.isObserver), observer)
    watch(&state)
    if options.contains(.finished) { endingObservers[observer.id] = observer }
  }

  final func end(_ observer: AnyObserver) {
    end(observer.id)
    if observer.options.contains(.finished) { endingObservers[observer.id] = nil }
  }

  /// Whether somebody wants to know when the effects of actions have ended.
  @inlinable public final var wantsEndings: Bool { tree.wantsEndings }

  /// Returns the calls to make when the effects of an action have ended.
  @usableFromInline
  final func ending(of action: Action, _ revision: UInt64, _ state: UnsafePointer<State>) -> ActionEnding {
    ActionEnding(
      endingObservers.values.sorted { $0.order < $1.order }.compactMap { observer in
        (observer as? ActionObserver<State, Action>.Entry)?.note(action, revision, state)
      })
  }

  /// Called when the store is closed: ends all observers in Swift.
  final func close() {
    endingObservers = [:]
    for observer in tree.removeObservers() { observer.close() }
    forgetComputed()
  }

  // MARK: Interests of the store itself

  /// Begins an interest of the store itself, with the state gate held.
  final func watch(_ observer: AnyObserver, at path: JSONPath, _ state: inout State) {
    makeReady(&state)
    tree.add(observer.id, at: path, .isWatch, observer)
    watch(&state)
  }

  /// Takes the reports of the store's own interests out of the walk.
  @usableFromInline final func noteReached() {
    walk.reports.removeAll { report in
      guard report.options.contains(.isWatch), let pointer = UnsafeRawPointer(bitPattern: UInt(report.interest))
      else { return false }
      reached.append(Unmanaged<AnyObserver>.fromOpaque(pointer).takeUnretainedValue())
      return true
    }
  }

  /// The store's own interests whose places were reached since the last call.
  final func takeReached() -> [AnyObserver] { reached.isEmpty ? [] : exchange(&reached, with: []) }
}
