// Composed: a reducer with an operator around it, such as forEach.

/// A reducer that an operator has added something to, perhaps a child.
///
/// All operators make this one type, and each gives it a closure. So a plugin contains only the operators that it uses: a linker
/// cannot leave out what a type conforms to.
@usableFromInline struct Composed<Base: Reducer, Child: Reducer>: ReducerOperator {
  @usableFromInline typealias Function = ReduceFunction<Base.State, Base.Action>

  @usableFromInline let base: Base
  @usableFromInline let make: (_ base: Base, _ site: ReducerSite) -> Function

  /// - Parameter make: makes the function of the whole.
  @inlinable init(_ base: Base, with _: Child.Type, _ make: @escaping (Base, ReducerSite) -> Function) {
    self.base = base
    self.make = make
  }

  @inlinable func _$function(in site: ReducerSite) -> Function { make(base, site) }

  @inlinable static func _$hasReactors(_ search: inout ReactorSearch) -> Bool {
    Base._$hasReactors(&search) || Child._$hasReactors(&search)
  }
}

extension Composed where Child == EmptyReducer<Base.State, Base.Action> {
  /// An operator without a child.
  @inlinable init(_ base: Base, _ make: @escaping (Base, ReducerSite) -> Function) {
    self.init(base, with: Child.self, make)
  }
}
