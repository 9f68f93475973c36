// ActionRoute: which of a parent's actions are a child's.

/// How an operator gets from the parent's action to the child's and back.
@usableFromInline struct ActionRoute<Action: Sendable, ChildAction: Sendable> {
  /// The child's action; nil if the action is not the child's.
  @usableFromInline let extract: (Action) -> ChildAction?
  /// The way back for actions of the child's effects, given the action that these began with.
  @usableFromInline let embed: (Action) -> @Sendable (ChildAction) -> Action
  /// The way back for actions that a child sends by itself, without an action to begin with; nil if there is no way.
  @usableFromInline let make: (@Sendable (ChildAction) -> Action)?

  @inlinable init(
    extract: @escaping (Action) -> ChildAction?, embed: @escaping (Action) -> @Sendable (ChildAction) -> Action,
    make: (@Sendable (ChildAction) -> Action)? = nil
  ) {
    self.extract = extract
    self.embed = embed
    self.make = make
  }

  /// A case of an `@Action` enum.
  @inlinable init(_ path: CaseKeyPath<Action, ChildAction> & Sendable) where Action: CasePathable {
    self.init(path: Action.allCasePaths[keyPath: path])
  }

  @inlinable init(path: CasePath<Action, ChildAction>) {
    self.init(extract: path.extract, embed: { _ in path.embed }, make: path.embed)
  }

  /// A property that somebody wrote. Its getter gives the child's action; nil if the action is not the child's. Its setter,
  /// which may work only for actions of the child, puts another one in its place.
  @inlinable init(_ property: WritableKeyPath<Action, ChildAction?> & Sendable) {
    self.init(
      extract: { $0[keyPath: property] },
      embed: { action in
        { child in
          var action = action
          action[keyPath: property] = child
          return action
        }
      })
  }

  /// This route for another form of the child's action.
  @inlinable func map<Other>(
    _ decode: @escaping (ChildAction) -> Other, _ encode: @escaping @Sendable (Other) -> ChildAction
  ) -> ActionRoute<Action, Other> {
    let (extract, embed) = (extract, embed)
    var make: (@Sendable (Other) -> Action)?
    if let inner = self.make { make = { inner(encode($0)) } }
    return ActionRoute<Action, Other>(
      extract: { extract($0).map(decode) },
      embed: { action in
        let embed = embed(action)
        return { embed(encode($0)) }
      },
      make: make)
  }
}
