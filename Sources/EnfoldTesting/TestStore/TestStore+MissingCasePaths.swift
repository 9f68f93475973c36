// TestStore: errors of the compiler if a test names a case of an action without case paths.

extension TestStore {
  /// Refused by the compiler, with a message that says what to write instead.
  @available(
    *, unavailable, message: "the action is a case of an @Action enum: is @Action missing, or the case's name mistyped?"
  )
  @_disfavoredOverload nonisolated(nonsending) public func receive(
    _ path: KeyPath<MissingCasePaths, MissingCasePaths>, timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil
  ) async { fatalError("unavailable") }

  /// Refused by the compiler, with a message that says what to write instead.
  @available(
    *, unavailable, message: "the action is a case of an @Action enum: is @Action missing, or the case's name mistyped?"
  )
  @_disfavoredOverload @discardableResult nonisolated(nonsending) public func send(
    _ path: KeyPath<MissingCasePaths, MissingCasePaths>, assert update: ((_ state: inout State) throws -> Void)? = nil
  ) async -> TestStoreTask { fatalError("unavailable") }
}
