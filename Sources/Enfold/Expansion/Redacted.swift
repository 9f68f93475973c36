// @Redacted: a mark for what is secret in a state or an action.

/// Marks a property of a state, or the values of a case, as secret: who reads about them sees `"[redacted]"` in their place.
///
/// ```swift
/// @ObservableState struct State {
///   var user = ""
///   @Redacted var token: String?
/// }
/// @Action enum Action {
///   @Redacted case paste(String)                                     // all values
///   @Redacted("password") case login(user: String, password: String) // this one
/// }
/// ```
///
/// It may stand at the stored and ``Derived()`` properties of an `@ObservableState` struct, and at the cases of an `@Action`
/// enum; also in structs and enums inside a state, in elements of lists, and in values of actions. A value without a label is
/// called by its place: `"_0"` is the first.
///
/// **What is guaranteed.** The JSON Schema that a feature gives to its host has `"x-enfold-redacted": true` at this place, and not
/// in the definition of the type, which may stand elsewhere without a mark. With that, the host writes no such value, and nothing
/// inside of one, into traces, recordings, the texts of errors and the crash line.
///
/// **What is not.** Nothing else changes: the JSON, equality and tests are as they are without the mark. So hosts that read or
/// observe the state get the value, and failures of a test and `printChanges()` print it. The mark belongs to a place, and does
/// not follow the value: a copy elsewhere, a derived property, another action need marks of their own. A value that a feature
/// itself writes, into a log, a message or an error that it throws, is not covered. The name of a case, and that a value
/// has changed, can be seen.
///
/// - Parameter labels: the labels of the values that are secret. Without labels, all values of the case are; a property takes
///   none.
@attached(peer)
public macro Redacted(_ labels: String...) = #externalMacro(module: "EnfoldMacros", type: "RedactedMacro")
