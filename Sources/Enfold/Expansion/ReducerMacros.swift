// The declarations of the macro @Reducer and of the attributes of its cases. Their code: EnfoldMacros.

/// Makes a reducer of a struct, or of an enum of features.
///
/// **A struct** gets the conformance to ``Reducer``, and its `enum Action` gets ``Action()``, unless it has that or
/// ``CasePathable()``. No types are written: `State`, `Action` and the body are yours.
///
/// ```swift
/// @Reducer struct Counter {
///   @ObservableState struct State: Equatable { var count = 0 }
///   enum Action { case increment }
///
///   var body: some ReducerOf<Self> { Reduce { state, action in … } }
/// }
/// ```
///
/// **An enum** has a case for each feature of which one at a time is there: the destinations of a screen, the elements of a path.
///
/// ```swift
/// @Reducer(state: .equatable) enum Destination {
///   case detail(Detail)
///   case edit(Edit)
///   case alert(AlertState<Alert>)
///   @ReducerCaseIgnored case share(URL)
///
///   @Action enum Alert { case delete }
/// }
/// ```
///
/// The macro writes its types and its body:
///
/// ```swift
/// @Action enum State: CaseReducerState, Equatable {
///   case detail(Detail.State), edit(Edit.State), alert(AlertState<Alert>), share(URL)
/// }
/// @Action enum Action { case detail(Detail.Action), edit(Edit.Action), alert(Alert) }
///
/// static var body: some Reducer<State, Action> {
///   Scope(case: \.detail, action: \.detail) { Detail() }
///   Scope(case: \.edit, action: \.edit) { Edit() }
///   Scope(case: \.alert, action: \.alert) {}
/// }
/// ```
///
/// So hosts observe `/destination/edit/text`, and the parent adds the enum with ``Reducer/ifLet(_:action:fileID:line:)``:
/// `.ifLet(\.$destination, action: \.destination)`.
///
/// - The value of a case is a feature. Its reducer is made by `Edit()`, or by the case's default: `case edit(Edit = Edit(limit: 3))`.
/// - An ``AlertState`` or a ``ConfirmationDialogState`` is itself the state, and goes with its first action. A state of your own does
///   so with ``ReducerCaseEphemeral()``.
/// - The reducer itself is `Destination.body`, or `Destination()`, as for other features.
/// - A case without a value, or with ``ReducerCaseIgnored()``, is data without actions.
/// - `indirect` at the enum or at a case, ``Redacted(_:)`` at a case, and the access level of the enum hold for what is written, too.
///   Cases inside `#if` are there if the condition holds.
/// - A `State`, an `Action` or a `static var body` that you write stays as it is; the enums get ``Action()``. See
///   ``CaseReducerState`` for a `State` of your own.
///
/// - Parameters:
///   - state: what the `State` of an enum conforms to besides. It is `Sendable` anyway.
///   - action: what the `Action` of an enum conforms to besides.
@attached(member, names: named(State), named(Action), named(body), named(_$isEphemeral(_:)), named(init))
@attached(memberAttribute)
@attached(extension, conformances: CaseReducer, Reducer)
public macro Reducer(state: ReducerConformance..., action: ReducerConformance...) =
  #externalMacro(module: "EnfoldMacros", type: "ReducerMacro")

/// Makes a case of an `@Reducer` enum data without actions. Its values may be of any type that has a JSON form.
///
/// ```swift
/// @Reducer enum Destination {
///   case edit(Edit)
///   @ReducerCaseIgnored case page(title: String, number: Int)
/// }
/// ```
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "EnfoldMacros", type: "ReducerCaseMarkerMacro")

/// Makes a case of an `@Reducer` enum go with its first action, as an alert does: when the action was reduced, the destination is set
/// to nil.
///
/// ```swift
/// @Reducer enum Destination {
///   case edit(Edit)
///   @ReducerCaseEphemeral case menu(Menu)
/// }
/// @ObservableState struct Menu: Equatable {
///   var entries: [String] = []
///   @Action enum Action { case chosen(String) }
/// }
/// ```
///
/// The value is the state, and its type has a type `Action`. There is no logic for it: the parent reduces the action.
@attached(peer)
public macro ReducerCaseEphemeral() = #externalMacro(module: "EnfoldMacros", type: "ReducerCaseMarkerMacro")

/// What a type that `@Reducer` writes conforms to: `@Reducer(state: .equatable)`.
public struct ReducerConformance {
  /// The type is `Equatable`.
  public static var equatable: Self { Self() }
  /// The type is `Hashable`.
  public static var hashable: Self { Self() }
  /// The type is `Codable`. Its JSON for hosts is the one of `@Action` all the same.
  public static var codable: Self { Self() }
  /// The type is `Encodable`.
  public static var encodable: Self { Self() }
  /// The type is `Decodable`.
  public static var decodable: Self { Self() }
  /// The type is `Sendable`, as it is without this name.
  public static var sendable: Self { Self() }
}
