// Effect.sync: an action that is computed by the effect.

extension Effect {
  /// Sends the action that `work` returns, which is called when the effect begins.
  public static func sync(
    fileID: StaticString = #fileID, line: UInt = #line, work: @escaping @Sendable () -> Action
  ) -> Self {
    .run(name: "sync", fileID: fileID, line: line) { send in send.immediately(work()) }
  }
}
