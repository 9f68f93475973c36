// ChangeWalk: reports of values that could not be written.
import EnfoldJSON

extension ChangeWalk {
  /// Removes the reports with a value that could not be written. Returns the reason; nil if every value could be
  /// written.
  public mutating func removeFailed() -> String? {
    guard let failure = texts.failure else { return nil }
    var kept = 0
    for index in 0..<reports.count where !hasFailed(reports[index]) {
      reports[kept] = reports[index]
      kept += 1
    }
    reports.truncate(to: kept)
    return failure
  }

  private func hasFailed(_ report: ChangeReport) -> Bool {
    hasFailed(report.value) || report.operations.contains { hasFailed(operations[$0].value) }
  }

  private func hasFailed(_ text: TextRange) -> Bool {
    !text.isNone && texts.hasFailure(in: text.start...text.start + text.count)
  }
}
