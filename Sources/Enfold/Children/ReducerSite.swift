// ReducerSite: where in a store a reducer stands, and how its state is found there.

/// What is known of the place where the function of a reducer is used.
public struct ReducerSite: @unchecked Sendable {
  // Unchecked: what finds a state only reads it, by key paths, which are immutable.
  /// Finds the reducer's state in a store's, if it is there; nil if the function is not one store's alone.
  let find: StateFinder?

  /// The function belongs to one store, and is the reducer of its whole state. The store sees to it that what runs for
  /// a child ends when the child goes.
  public static let store = ReducerSite(find: { root, _, body in body(root) })
  /// Nothing is known: the function may be thrown away after the first action. Then the operators look for children
  /// that have gone.
  public static let anywhere = ReducerSite(find: nil)
}

/// Calls `body` with the state at a path, unless something on the way is absent.
///
/// - Parameters:
///   - root: the store's state.
///   - path: the way from there; nil is the root itself.
typealias StateFinder = (_ root: UnsafeRawPointer, _ path: EffectPath?, _ body: (UnsafeRawPointer) -> Void) -> Void
