// ReducerSite: whether the function of a reducer belongs to one store, and the desk of that store's reactors.

/// The place where the function of a reducer is used, as far as it is known.
public struct ReducerSite: Sendable {
  /// The desk at which reactors take their seats. Nil if none can be asked before its action is reduced.
  @usableFromInline package let desk: MutationDesk?
  /// Whether the function belongs to one store.
  @usableFromInline package let isStore: Bool
  /// Whether it is inside a presented child.
  @usableFromInline let isPresented: Bool

  private init(desk: MutationDesk?, isStore: Bool, isPresented: Bool = false) {
    self.desk = desk
    self.isStore = isStore
    self.isPresented = isPresented
  }

  /// Nothing is known: the function may be thrown away after the first action, or be called by several threads at once.
  /// It keeps nothing, and its operators look for children that have gone.
  public static let anywhere = ReducerSite(desk: nil, isStore: false)

  /// The function belongs to one store. It is called by one thread at a time, and may keep what it has made. The store
  /// makes sure that the effects of a child end when the child goes.
  public static func store(_ desk: MutationDesk = MutationDesk()) -> ReducerSite {
    ReducerSite(desk: desk, isStore: true)
  }

  /// For a child in which Enfold finds no reactors. Reactors in it get no desk and do not know their state.
  var withoutDesk: ReducerSite { ReducerSite(desk: nil, isStore: isStore, isPresented: isPresented) }

  /// For a presented child.
  var presented: ReducerSite { ReducerSite(desk: desk, isStore: isStore, isPresented: true) }
}
