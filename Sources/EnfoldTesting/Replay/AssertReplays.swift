// assertReplays: recorded sessions as tests.
public import EnfoldSessions
import Foundation

/// Replays a recorded session, or a folder of them, and fails the test at the first commit that does not come again.
///
/// ```swift
/// @Test func theSessionOfMonday() {
///   assertReplays("Sessions/monday.enfold.jsonl") { Todos() }
/// }
/// ```
///
/// Each store begins with the recorded state and gets the recorded actions in order, those of effects, too; effects themselves do not
/// run. `uuid`, `date` and `random` give in reducers what they gave then; other dependencies have their values for previews. Each
/// commit must lead to the recorded state.
///
/// What cannot be done again is not verified: commits that follow a shared value which others have changed, actions about which a
/// reactor was asked, its late mutations, actions with redacted values. The recorded state is taken over, and the report counts them.
///
/// Works in Swift Testing and in XCTest.
///
/// - Parameters:
///   - path: a session file, or a folder with files that end in `.enfold.jsonl`: relative to the directory of the test's source file,
///     or absolute.
///   - features: the reducers of the stores, each of the type that the plugin has in its `features`.
/// - Returns: what was found; of a folder all together.
@discardableResult public func assertReplays(
  _ path: String, @ReplayBuilder of features: () -> [ReplayedFeature],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> ReplayReport {
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let directory = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent()
  let host = TestReplayHost(features())
  var report = ReplayReport()
  do {
    for path in try SessionFile.paths(URL(fileURLWithPath: path, relativeTo: directory).path) {
      var replay = Replay(try SessionFile(path), in: host)
      defer { report += replay.report }
      do {
        try replay.run()
      } catch {
        TestFailure.report("\(error)", at: location)
      }
    }
  } catch {
    TestFailure.report("\(error)", at: location)
  }
  return report
}
