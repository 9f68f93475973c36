// How a record of the log is shown.

extension Style {
  /// "error: failed: …", on one line.
  func log(_ record: LogRecord) -> String {
    record.isError ? red("error: \(record.message)") : yellow("warning: \(record.message)")
  }
}
