// CaseReducer: several features as the cases of an enum, which `@Reducer` writes; and how an operator finds them by their state.

/// A reducer whose state is an enum with a case for each feature: a destination, the elements of a path.
///
/// `@Reducer` writes the conformance:
///
/// ```swift
/// @Reducer enum Destination { case detail(Detail), edit(Edit) }
/// ```
///
/// The reducer is `Destination.body`; it does not depend on the case of an instance.
public protocol CaseReducer<State, Action>: Reducer where Body == Never {
  /// The type of ``body``.
  associatedtype CaseBody: Reducer<State, Action>

  /// The reducers of all cases, one below the other.
  @ReducerBuilder<State, Action> static var body: CaseBody { get }

  /// Whether a case goes with its first action, because `@ReducerCaseEphemeral` says so.
  static func _$isEphemeral(_ caseName: String) -> Bool
}

extension CaseReducer {
  @inlinable public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    Self.body.reduce(into: &state, action: action)
  }

  @inlinable public func _$function(in site: ReducerSite) -> ReduceFunction<State, Action> {
    Self.body._$function(in: site)
  }

  @inlinable public static func _$hasReactors(_ search: inout ReactorSearch) -> Bool {
    search.isFirst(Self.self) && CaseBody._$hasReactors(&search)
  }

  @inlinable public static func _$isEphemeral(_ caseName: String) -> Bool { false }
}

/// The state of a ``CaseReducer``. It knows its reducer, so operators need no closure that makes the child:
///
/// ```swift
/// .ifLet(\.$destination, action: \.destination)
/// ```
///
/// `@Reducer` writes the conformance. Who writes the `State` of an `@Reducer` enum by hand adds it:
///
/// ```swift
/// @Reducer enum Destination {
///   case detail(Detail)
///
///   @Action enum State: CaseReducerState {
///     typealias StateReducer = Destination
///     case detail(Detail.State)
///   }
/// }
/// ```
public protocol CaseReducerState: CasePathable, Sendable {
  /// The reducer: `Destination` for a `Destination.State`.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}

extension CaseReducerState {
  static func isMarkedEphemeral(_ caseName: String) -> Bool { StateReducer._$isEphemeral(caseName) }
}

extension Reducer {
  /// Adds a child that may be presented, and is one of the features of an `@Reducer` enum.
  ///
  /// ```swift
  /// @ObservableState struct State { @Presents var destination: Destination.State? }
  /// @Action enum Action { case destination(PresentationAction<Destination.Action>) }
  ///
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in … }
  ///     .ifLet(\.$destination, action: \.destination)
  /// }
  /// ```
  ///
  /// It is the same as `.ifLet(\.$destination, action: \.destination) { Destination.body }`.
  @inlinable public func ifLet<ChildState: CaseReducerState>(
    _ property: WritableKeyPath<State, PresentationState<ChildState>> & Sendable,
    action: CaseKeyPath<Action, PresentationAction<ChildState.StateReducer.Action>> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withPresented(ChildPlace(presented: property), action, { ChildState.StateReducer.body }, fileID, line)
  }

  /// Adds a child that may be presented, is one of the features of an `@Reducer` enum, and whose state is an optional property.
  @inlinable public func ifLet<ChildState: CaseReducerState>(
    _ property: WritableKeyPath<State, ChildState?> & Sendable,
    action: CaseKeyPath<Action, PresentationAction<ChildState.StateReducer.Action>> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withPresented(ChildPlace(optional: property), action, { ChildState.StateReducer.body }, fileID, line)
  }

  /// Adds a child that may be absent, and is one of the features of an `@Reducer` enum.
  @inlinable public func ifLet<ChildState: CaseReducerState>(
    _ property: WritableKeyPath<State, ChildState?> & Sendable,
    action: CaseKeyPath<Action, ChildState.StateReducer.Action> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withChild(
      ChildPlace(optional: property), ActionRoute(action), { ChildState.StateReducer.body }, "ifLet", fileID, line)
  }
}
