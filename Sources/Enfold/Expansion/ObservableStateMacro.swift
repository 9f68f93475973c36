// ObservableStateMacro: the declaration of @ObservableState. Its code: EnfoldMacros/ObservableStateMacroExpansion.

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
///
/// Other computed properties, static and lazy ones are not part of the state. The type of every other property needs a JSON form:
/// numbers, `Bool`, `String`, optionals, arrays and dictionaries of such types, `IdentifiedArray`, other
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
  named(_$inPlace(_:)), named(_$hasShared(_:)), named(_$visitShared(_:)),
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
