// ReducerSite: whether a reducer's function is one store's alone, and the desk of that store's reactors.

/// What is known of the place where the function of a reducer is used.
public struct ReducerSite: Sendable {
  /// The desk at which reactors take their seats. Nil if none can be asked before its action is reduced.
  @usableFromInline package let desk: MutationDesk?
  /// Whether the function belongs to one store.
  @usableFromInline package let isStore: Bool

  /// Nothing is known: the function may be thrown away after the first action, or be called by several threads at once.
  /// It keeps nothing, and its operators look for children that have gone.
  public static let anywhere = ReducerSite(desk: nil, isStore: false)

  /// The function belongs to one store. It is called by one thread at a time, and may keep what it has made. The store
  /// sees to it that what runs for a child ends when the child goes.
  public static func store(_ desk: MutationDesk = MutationDesk()) -> ReducerSite {
    ReducerSite(desk: desk, isStore: true)
  }

  /// The same for a child in which nobody has seen reactors. If there are some, they do not know their state: the desk is that
  /// of the parent's.
  var unseen: ReducerSite { ReducerSite(desk: nil, isStore: isStore) }
}
