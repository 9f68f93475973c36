// The declarations of the macros @ObservableState, @Action, @CasePathable and of attributes. Their code: EnfoldMacros.

/// Makes a struct a state that is observed property by property.
///
/// ```swift
/// @ObservableState struct State: Equatable {
///   var count = 0
///   var title: String?
///   let id: Int
/// }
/// ```
///
/// The struct gets
///
/// - a record of what was written (``ChangeRecord``), so that a commit costs what changed; it is invisible in `==`,
///   `hash(into:)`, JSON, derived `Codable` and what `print` shows,
/// - its JSON form: an object of the stored properties in the order of declaration, and then of the ``Derived()`` ones.
///   Reading it, absent keys of optional or
///   defaulted properties keep the default, the last of several equal keys wins, and unknown keys are refused unless the
///   reader ignores them. A `let` with an initial value is written, and what is read for it is ignored,
/// - its JSON Schema.
///
/// Attributes say how a property is observed: ``Pulse`` reports every assignment, ``ViewState(ignoreEquality:)`` and
/// ``Bindable()`` let hosts write it, ``Ignored`` takes it out of the state, ``Derived()`` brings a computed one in.
/// ``Redacted(_:)`` says that it is secret.
///
/// Other computed properties, static and lazy ones are not part of the state. The type of every other property needs a JSON form:
/// numbers, `Bool`, `String`, optionals, arrays and dictionaries of such types, `IdentifiedArray`, `ObservedDictionary`, other
/// `@ObservableState` structs and `@Action` enums, or your own ``JSONCodable`` types.
///
/// Not supported, and reported as errors: several properties in one `var`, tuple patterns, `willSet` and `didSet`,
/// other property wrappers, stored properties inside `#if`.
@attached(
  member, names: named(_$changes), named(CodingKeys), named(jsonSchema(in:)), named(jsonAllows(_:)),
  named(_$Types)
)
@attached(memberAttribute)
@attached(
  extension, conformances: ObservableState, DefaultState, CustomReflectable,
  names: named(_$default), named(customMirror), named(_$propertyIndex(of:)), named(_$propertyCount), named(_$written),
  named(_$everyAssignment), named(_$countsAssignment(_:)), named(_$place(_:)),
  named(_$visit(_:_:_:)), named(_$commit(_:)), named(_$adopt(_:)), named(_$traits(at:)), named(_$setter(at:from:)),
  named(_$inPlace(_:)), named(_$hasShared(_:)), named(_$visitShared(_:)), named(_$hasNewShared(in:)),
  named(_$watch(_:_:)),
  named(init), named(writeJSON(to:)), named(writeJSON(at:to:)), named(hasSameJSON(as:))
)
public macro ObservableState() = #externalMacro(module: "EnfoldMacros", type: "ObservableStateMacro")

/// Moves a property behind accessors that record what is written. Added by ``ObservableState()``.
///
/// - Parameters:
///   - index: the property's place in the order of declaration.
///   - everyAssignment: whether assigning an equal value counts as a change.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _Observed(_ index: Int, everyAssignment: Bool = false) =
  #externalMacro(module: "EnfoldMacros", type: "ObservedMacro")

/// Marks a property that a host may write (`enfold_store_set`), and says when it counts as changed.
///
/// - Parameters:
///   - ignoreEquality: whether every assignment counts as a change, also one of an equal value. Observers of the property hear
///     of each; several in one action are one change.
///   - animation: a hint for views, which stands in the schema of the state.
///
/// It has a meaning only inside an `@ObservableState` struct.
@attached(peer)
public macro ViewState(ignoreEquality: Bool = false, animation: ViewAnimation? = nil) =
  #externalMacro(module: "EnfoldMacros", type: "MarkerMacro")

/// Marks a property that a host may write (`enfold_store_set`): one side of a two-way binding. A ``Derived()`` property
/// needs a setter for that.
///
/// It has a meaning only inside an `@ObservableState` struct.
@attached(peer)
public macro Bindable() = #externalMacro(module: "EnfoldMacros", type: "MarkerMacro")

/// Makes a computed property a part of the state: a value that is derived from stored properties.
///
/// ```swift
/// @ObservableState struct State {
///   var messages: IdentifiedArrayOf<Message> = []
///   var celsius = 20.0
///   @Derived var unread: Int { messages.filter { !$0.isRead }.count }
///   @Derived var fahrenheit: Double {
///     get { celsius * 9 / 5 + 32 }
///     set { celsius = (newValue - 32) * 5 / 9 }
///   }
/// }
/// ```
///
/// It is in the state's JSON, behind the stored properties, and in the schema: `readOnly` if it has no setter. It is
/// observed like a stored property, by pointer (`/unread`) and by key path (`\.unread`), and can be of any type that a
/// stored one can have. When a state is read from JSON, its key is accepted and its value ignored. `==`, `hash(into:)`,
/// derived `Codable`, `print` and test failures use the stored properties alone.
///
/// After a commit it is computed again if a stored property of its own struct was written, or something inside one, or
/// if the struct was replaced; and only if somebody observes it, or wants the value or the patches of a state around
/// it. It is computed once for all hosts, and once for each observer in Swift. Observers of the value hear of it if it differs;
/// a patch may replace it by an equal one.
///
/// With a setter it can be written: by reducers, by scopes (`scope(state: \.fahrenheit, …)`), by `set`, and, if it is
/// also marked ``Bindable()``, by hosts.
///
/// The getter must be pure: it may read the stored properties, and nothing that changes without them, such as the time,
/// a global variable or an ``Ignored`` property. It runs while the store is busy, on the draining thread and on those
/// that read the state, so it should be fast, and must not ask the store for its state.
@attached(peer)
public macro Derived() = #externalMacro(module: "EnfoldMacros", type: "DerivedMacro")

/// Declares the state of a child that may be presented: a window, a sheet, a dialog.
///
/// ```swift
/// @ObservableState struct State: Equatable { @Presents var detail: Detail.State? }
/// @Action enum Action { case detail(PresentationAction<Detail.Action>) }
///
/// var body: some ReducerOf<Self> {
///   Reduce { state, action in … }
///     .ifLet(\.$detail, action: \.detail) { Detail() }
/// }
/// ```
///
/// The property is an optional like any other: in JSON, in `==`, and for observers. Its value is on the heap, so a state may
/// contain itself. `$detail` is the ``PresentationState``.
///
/// It has a meaning only inside an `@ObservableState` struct.
@attached(peer, names: prefixed(`$`))
public macro Presents() = #externalMacro(module: "EnfoldMacros", type: "PresentsMacro")

/// ``Shared`` under the name that it has in ReactableKit for values that views show. In a state it is also what `@Bindable` is
/// to other properties: hosts may write it.
public typealias SharedViewState = Shared

extension Shared {
  /// A value under a key, declared as `@SharedViewState`. The schema of the state has the hints for views.
  ///
  /// - Parameter ignoreEquality: whether every assignment counts as a change, in states that use this declaration.
  public init(
    wrappedValue: Value, _ storage: StorageType = .memory, key: String? = nil, ignoreEquality: Bool,
    animation: ViewAnimation? = nil
  ) {
    self.init(wrappedValue: wrappedValue, storage, key: key)
    countsEveryAssignment = ignoreEquality
  }

  /// A value under a key, declared as `@SharedViewState` without `ignoreEquality`.
  public init(
    wrappedValue: Value, _ storage: StorageType = .memory, key: String? = nil, animation: ViewAnimation?
  ) { self.init(wrappedValue: wrappedValue, storage, key: key) }
}

/// With which animation a view should show that a property has changed: `@ViewState(animation: .spring)`.
///
/// It is a hint: Enfold draws nothing. It stands in the schema of the state, `"x-animation": "spring"`, which hosts read with
/// `enfold_runtime_features`. The host decides what a name means; any name may be used.
public struct ViewAnimation: Sendable, Equatable, ExpressibleByStringLiteral {
  public let name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral name: String) { self.name = name }

  public static let `default`: Self = "default"
  public static let linear: Self = "linear"
  public static let easeIn: Self = "easeIn"
  public static let easeOut: Self = "easeOut"
  public static let easeInOut: Self = "easeInOut"
  public static let spring: Self = "spring"
}

/// A state all of whose properties have default values. ``ObservableState()`` writes the conformance where it holds.
public protocol DefaultState {
  /// The state with all defaults, as `init()` makes it; in a public struct `init()` itself is not public.
  static var _$default: Self { get }
}

/// Gives an enum its JSON form, a JSON Schema, names and case paths. Meant for actions, and useful for every enum inside
/// a state.
///
/// ```swift
/// @Action enum Action {
///   case increment                            // {"increment":{}}
///   case setCount(Int)                        // {"setCount":5}
///   case rename(id: Int, title: String = "")  // {"rename":{"id":7,"title":"x"}}
///   case move(Int, Int)                       // {"move":[1,2]}
///   case child(Child.Action)                  // {"child":{"setCount":5}}
/// }
/// ```
///
/// These forms are written. Also read are
///
/// - `"increment"` and `{"increment":null}`; the bare name also of cases whose values are all optional or defaulted,
/// - Swift's derived form: `{"setCount":{"_0":5}}`,
/// - the Flux Standard Action: `{"type":"setCount","payload":5}`, keys in any order, unless a case is called `type`.
///
/// Absent keys of optional values are nil, those of defaulted values keep the default. An unknown case, or two cases in
/// one object, are refused.
///
/// For each case with values there is a property, `var setCount: Int? { get set }`. Setting it changes the value if this
/// is that case already, and does nothing otherwise.
///
/// An enum with raw values (`enum Filter: String`) is written and read as its raw value.
@attached(member, names: arbitrary)
@attached(extension, conformances: Sendable, CaseIterable, CasePathable, JSONCodable, TaggedCases)
public macro Action() = #externalMacro(module: "EnfoldMacros", type: "ActionMacro")

/// Gives an enum names and case paths, but no JSON form. So its values may be of any type: errors, closures, generic
/// ones.
///
/// ```swift
/// @CasePathable enum Action {
///   case loaded(Result<[Todo], any Error>)
///   case ask(@Sendable (Bool) -> Void)
/// }
/// ```
///
/// Such actions work wherever Swift sends them, in stores and test stores, and in all operators. A feature of a plugin
/// needs ``Action()`` instead, because hosts send JSON; and so does an action that is inside one.
@attached(member, names: arbitrary)
@attached(extension, conformances: CasePathable)
public macro CasePathable() = #externalMacro(module: "EnfoldMacros", type: "CasePathableMacro")
