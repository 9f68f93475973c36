// TestStore, Step: actions by their case paths: send(\.tap), send(\.view.delete, [0]).

extension TestStore where Action: CasePathable {
  /// Sends the action of a case without values: `send(\.tap)`, `send(\.rows[id: 2].tap)`.
  @discardableResult nonisolated(nonsending) public func send(
    _ path: CaseKeyPath<Action, Void>, assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    await send(path, (), assert: update, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Sends the action of a case with its values: `send(\.view.delete, [0])`.
  @discardableResult nonisolated(nonsending) public func send<Value>(
    _ path: CaseKeyPath<Action, Value>, _ value: Value, assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      Action.allCasePaths[keyPath: path].embed(value), assert: update, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

extension Step where Action: CasePathable {
  /// The test sends the action of a case without values.
  public static func send(
    _ path: CaseKeyPath<Action, Void>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ update: @escaping (_ value: inout Value) -> Void = { _ in }
  ) -> Self {
    Self(
      .send, Action.allCasePaths[keyPath: path].embed(()), fileID: fileID, filePath: filePath, line: line,
      column: column, update)
  }

  /// The test sends the action of a case with its values.
  public static func send<Payload>(
    _ path: CaseKeyPath<Action, Payload>, _ payload: Payload,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ update: @escaping (_ value: inout Value) -> Void = { _ in }
  ) -> Self {
    Self(
      .send, Action.allCasePaths[keyPath: path].embed(payload), fileID: fileID, filePath: filePath, line: line,
      column: column, update)
  }

  /// An effect sends the action of a case without values.
  public static func receive(
    _ path: CaseKeyPath<Action, Void>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ update: @escaping (_ value: inout Value) -> Void = { _ in }
  ) -> Self {
    Self(
      .receive, Action.allCasePaths[keyPath: path].embed(()), fileID: fileID, filePath: filePath, line: line,
      column: column, update)
  }

  /// An effect sends the action of a case with its values.
  public static func receive<Payload>(
    _ path: CaseKeyPath<Action, Payload>, _ payload: Payload,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ update: @escaping (_ value: inout Value) -> Void = { _ in }
  ) -> Self {
    Self(
      .receive, Action.allCasePaths[keyPath: path].embed(payload), fileID: fileID, filePath: filePath, line: line,
      column: column, update)
  }
}
