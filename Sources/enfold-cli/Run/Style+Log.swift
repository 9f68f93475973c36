// How a record of the log is shown.

extension Style {
  /// "error: failed: …", on one line.
  func log(_ record: LogRecord) -> String {
    if record.isStop {
      return yellow(record.message + (record.action.map { ", \($0)" } ?? "")) + dim("; :step or :release goes on")
    }
    return record.isError ? red("error: \(record.message)") : yellow("warning: \(record.message)")
  }
}
