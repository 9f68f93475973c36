// AssignmentRecord: which properties a Swift store's last commit assigned.

/// Tells observers of `@ViewState(ignoreEquality: true)` properties of assignments that no comparison finds. Switched on
/// by the first of them; until then a commit costs nothing more.
@usableFromInline final class AssignmentRecord<State: ObservableState>: @unchecked Sendable {
  // Unchecked: touched by the draining thread only.
  @exclusivity(unchecked) @usableFromInline var isOn = false
  @exclusivity(unchecked) @usableFromInline var assigned: UInt64 = 0
  @exclusivity(unchecked) private var stamps = StampSource()
  @exclusivity(unchecked) private var stamp: UInt64 = 0

  @usableFromInline init() {}

  /// Notes what a commit assigned.
  @inlinable func note(_ state: inout State) { if isOn { look(at: &state) } }

  @usableFromInline
  func look(at state: inout State) {
    // A state that was replaced as a whole was assigned as a whole, not its properties.
    assigned = state._$changes.stamp == stamp ? state._$written : 0
    settle(&state)
  }

  func turnOn(_ state: inout State) {
    if isOn { return }
    isOn = true
    settle(&state)
  }

  private func settle(_ state: inout State) {
    if state._$changes.stamp == stamp, stamp != 0 {
      if state._$written == 0 { return }
      state._$commit(&stamps)
    } else {
      state._$adopt(&stamps)
    }
    stamp = state._$changes.stamp
  }
}

extension Store where State: ObservableState {
  /// Makes a store that knows which properties its reducer assigns.
  @inlinable
  public convenience init<R: Reducer>(
    initialState: @autoclosure () throws -> State, reducer: @autoclosure () throws -> R,
    dependencies: DependencyValues? = nil, executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576
  ) rethrows where R.State == State, R.Action == Action {
    let dependencies = StoreDependencies(dependencies)
    let (state, reducer) = try dependencies.make { (try initialState(), try reducer()) }
    self.init(recordingAssignments: state, executor, queueLimit, dependencies, dependencies.function(of: reducer))
  }

  /// Makes a store from a closure that reduces, and knows which properties that assigns.
  @inlinable
  public convenience init(
    initialState: @autoclosure () throws -> State, dependencies: DependencyValues? = nil,
    executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) rethrows {
    let dependencies = StoreDependencies(dependencies)
    let state = try dependencies.make(initialState)
    self.init(recordingAssignments: state, executor, queueLimit, dependencies, dependencies.function(of: reduce))
  }

  @inlinable
  convenience init(
    recordingAssignments state: State, _ executor: StoreExecutor, _ queueLimit: Int, _ dependencies: StoreDependencies,
    _ reduce: @escaping (inout State, Action) -> Effect<Action>
  ) {
    let record = AssignmentRecord<State>()
    self.init(
      state, executor, queueLimit, dependencies, assignments: record,
      committed: { state, _, _ in
        record.note(&state)
        return false
      }, reduce)
  }

  /// Observes a property.
  ///
  /// As the same of other stores; of a property that is `@ViewState(ignoreEquality: true)` every assignment is told, unless
  /// the store is a derived one.
  @inlinable
  public func observe<Value: Equatable & SendableMetatype>(
    _ keyPath: KeyPath<State, Value> & Sendable, filter: ObservationFilter = .distinct, initial: Bool = true,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    let mask = State._$everyAssignment == 0 ? 0 : maskOfEveryAssignment(keyPath)
    guard mask != 0, filter == .distinct, let record = recordAssignments() else {
      return observe({ $0[keyPath: keyPath] }, filter: filter, initial: initial, body)
    }
    return observe(
      { $0[keyPath: keyPath] }, isDuplicate: { $0 == $1 && record.assigned & mask == 0 }, initial: initial, body)
  }

  @usableFromInline
  func maskOfEveryAssignment(_ keyPath: PartialKeyPath<State>) -> UInt64 {
    State._$propertyIndex(of: keyPath).map { ChangeRecord.mask($0) & State._$everyAssignment } ?? 0
  }

  @usableFromInline
  func recordAssignments() -> AssignmentRecord<State>? {
    guard let engine, let record = assignments as? AssignmentRecord<State> else { return nil }
    _ = engine.perform(mayDrain: engine.drainsOnCaller) { _ in
      _ = engine.withMutableState { state, _ in record.turnOn(&state) }
    }
    return record
  }
}
