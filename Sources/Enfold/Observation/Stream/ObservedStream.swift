// ObservedStream: the stream of a store whose state records what is written.

/// Uses the change records of the state to find what a commit changed.
open class ObservedStream<State: ObservableState, Action>: ChangeStream<State, Action>, @unchecked Sendable {
  // Unchecked: as `ChangeStream`.
  @exclusivity(unchecked) @usableFromInline final var stamps = StampSource()
  /// The stamp that the state got after the last commit that was looked at. A state with another stamp was replaced as
  /// a whole.
  @exclusivity(unchecked) @usableFromInline final var stamp: UInt64 = 0
  /// Whether somebody missed the last commit, because a value could not be written.
  @exclusivity(unchecked) @usableFromInline final var hasMissed = false

  /// Inlinable, so that the closure is compiled where the types are known.
  @inlinable public init(host: CommitSink? = nil) {
    super.init(host: host) { stream, state in
      unsafeDowncast(stream, to: ObservedStream.self).walkAlongRecords(&state)
    }
  }

  /// Walks through the changes and clears the records.
  @inlinable @inline(__always) final func walkAlongRecords(_ state: inout State) {
    let isReplaced = state._$changes.stamp != stamp || hasMissed
    if isReplaced || state._$written != 0 {
      walk.visit(root: state, in: tree, isReplaced: isReplaced)
      clean(&state, isReplaced: isReplaced)
    }
  }

  @inlinable final func clean(_ state: inout State, isReplaced: Bool) {
    if isReplaced { state._$adopt(&stamps) } else { state._$commit(&stamps) }
    stamp = state._$changes.stamp
    hasMissed = false
    former?._withUnsafeGuaranteedRef { $0.removeAll() }
    if isReplaced || stamps.hasAdopted || hasEndedInterests { watch(&state) }
  }

  open override func watch(_ state: inout State) {
    super.watch(&state)
    stamps.hasAdopted = false
    state._$watch(tree.root, false)
  }

  open override func settle(_ state: inout State) {
    let isReplaced = stamp == 0 || state._$changes.stamp != stamp || hasMissed
    if isReplaced || state._$written != 0 { clean(&state, isReplaced: isReplaced) }
  }

  open override func noteMiss() { hasMissed = true }

  open override func report(
    _ id: UInt64, _ flags: ChangeFlags, _ options: InterestOptions, at path: JSONPath, of state: State,
    operations range: Range<Int> = 0..<0
  ) {
    if options.contains(.isObserver) { return walk.report(id, flags, options) }
    walk.report(id, flags, options, at: path, of: state, operations: range)
  }

  open override func addReplacement(by state: State, at path: JSONPath) { walk.addReplacement(by: state, at: path) }

  open override func find(_ place: AnyKeyPath, in state: UnsafePointer<State>) -> StatePlace? {
    KeyPathTable.of(State.self).find(place, in: state)
  }
}

extension ChangeStream {
  /// Makes the stream for the type of the state: one that goes along its change records, if it has any.
  @inlinable public static func make() -> ChangeStream {
    func make<Observable: ObservableState>(_ type: Observable.Type) -> AnyObject {
      ObservedStream<Observable, Action>()
    }
    guard let type = State.self as? any ObservableState.Type else { return ChangeStream() }
    return unsafeDowncast(make(type), to: ChangeStream.self)
  }
}
