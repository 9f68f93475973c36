// Effect.sync: an action that is computed by the effect.

extension Effect {
  /// Calls `work` when the effect begins, and sends the action that it returns.
  public static func sync(
    fileID: StaticString = #fileID, line: UInt = #line, work: @escaping @Sendable () -> Action
  ) -> Self {
    .run(name: "sync", fileID: fileID, line: line) { send in send.immediately(work()) }
  }
}
