// @ViewState, @Bindable and @Derived: how single properties of an @ObservableState are observed and written.

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
