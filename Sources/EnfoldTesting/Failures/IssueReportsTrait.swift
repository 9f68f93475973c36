// IssueReportsTrait: in which stores a problem fails one test.
import Testing

/// Says for a test or a suite what ``IssueReports/inStores`` says for the process: `@Test(.issueReports(.testStoresOnly))`.
public struct IssueReportsTrait: TestTrait, SuiteTrait, TestScoping {
  let reports: IssueReports

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws { try await IssueReports.$inTask.withValue(reports) { try await function() } }
}

extension Trait where Self == IssueReportsTrait {
  /// In which stores a problem fails the test.
  public static func issueReports(_ reports: IssueReports) -> Self { IssueReportsTrait(reports: reports) }
}
