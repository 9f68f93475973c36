// TestFailure: how a test fails, in Swift Testing and in XCTest.
import Testing
import XCTest

/// Where in a test something was written.
struct TestLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

/// Tells the framework that runs the test what is wrong with it. May be called on any thread.
///
/// Each of the two frameworks ignores failures that it gets while the other one runs. A failure may come from a task
/// that does not know its test. It is reported to both frameworks then, so that it is not lost.
enum TestFailure {
  /// Fails the test.
  static func report(_ message: String, at location: TestLocation) {
    Issue.record(Comment(rawValue: message), sourceLocation: SourceLocation(location))
    if Test.current == nil { XCTFail(message, file: location.filePath, line: location.line) }
  }

  /// Reports a warning, which does not fail the test.
  static func warn(_ message: String, at location: TestLocation) {
    Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: SourceLocation(location))
    if Test.current == nil { print("\(location.filePath):\(location.line): warning: \(message)") }
  }
}

extension SourceLocation {
  fileprivate init(_ location: TestLocation) {
    self.init(
      fileID: "\(location.fileID)", filePath: "\(location.filePath)", line: Int(location.line),
      column: Int(location.column))
  }
}
