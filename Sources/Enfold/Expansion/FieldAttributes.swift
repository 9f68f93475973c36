// @ViewState and @Bindable: how single properties of an @ObservableState are observed and written.

/// Marks a property that a host may write (`enfold_store_set`), and says when it counts as changed.
///
/// - Parameter ignoreEquality: whether every assignment counts as a change, also one of an equal value. Observers of the
///   property are told of each; several in one action are one change.
///
/// It has a meaning only inside an `@ObservableState` struct.
@attached(peer)
public macro ViewState(ignoreEquality: Bool = false) = #externalMacro(module: "EnfoldMacros", type: "MarkerMacro")

/// Marks a property that a host may write (`enfold_store_set`): one side of a two-way binding.
///
/// It has a meaning only inside an `@ObservableState` struct.
@attached(peer)
public macro Bindable() = #externalMacro(module: "EnfoldMacros", type: "MarkerMacro")
