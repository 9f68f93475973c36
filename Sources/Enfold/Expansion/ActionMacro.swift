// ActionMacro: the declaration of the macro @Action. Its code: EnfoldMacros/ActionMacroExpansion.

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
