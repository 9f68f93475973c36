// CasePathableMacro: the declaration of @CasePathable. Its code: EnfoldMacros/ActionMacroExpansion.

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
