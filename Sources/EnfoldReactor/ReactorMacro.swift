// ReactorMacro: the declaration of @Reactor. Its code: EnfoldMacros/ReactorMacroExpansion.

/// Links the objects of a class to the stores in which they live, so that ``Reactor/currentState`` works. It stands at the
/// class that names the protocol.
///
/// `reduce` may also return the state, as in ReactorKit: `func reduce(state: State, mutation: Mutation) -> State`.
@attached(member, names: named(_$link), named(reduce(state:mutation:)))
public macro Reactor() = #externalMacro(module: "EnfoldMacros", type: "ReactorMacro")
