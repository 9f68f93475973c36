// ReducerSite: whether a reducer's function is one store's alone, and that store's desk for mutations.

/// What is known of the place where the function of a reducer is used.
public struct ReducerSite: Sendable {
  /// Where the store's reactors leave their mutations. Nil if nothing is known of a store.
  @usableFromInline package let desk: MutationDesk?

  /// Nothing is known: the function may be thrown away after the first action, or be called by several threads at once.
  /// It keeps nothing, and its operators look for children that have gone.
  public static let anywhere = ReducerSite(desk: nil)

  /// The function belongs to one store. It is called by one thread at a time, and may keep what it has made. The store
  /// sees to it that what runs for a child ends when the child goes.
  public static func store(_ desk: MutationDesk = MutationDesk()) -> ReducerSite { ReducerSite(desk: desk) }

  /// Whether the function belongs to one store.
  @usableFromInline var isStore: Bool { desk != nil }
}
