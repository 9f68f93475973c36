// The same in XCTest: what passes, and that what fails does fail.
import EnfoldTesting
import Foundation
import Testing
import XCTest

final class LoaderXCTests: XCTestCase {
  func testStoreWorksInXCTest() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    await store.send(.increment) { $0.count = 1 }
    await store.send(.echo([7]))
    await store.receive(\.loaded) { $0.numbers = [7] }
    await store.finish()
  }

  func testExpectWorksInXCTest() async {  // 171
    let store = Store(initialState: Loader.State(), reducer: Loader())
    store.send(.increment)
    await store.expect(\.count, 1)
  }
}

/// Tests that fail, each in one way. They are skipped, unless a test runs them to see it.
final class FailingXCTests: XCTestCase {
  static let variable = "ENFOLD_RUN_FAILING_TESTS"

  override func setUpWithError() throws {
    try XCTSkipIf(ProcessInfo.processInfo.environment[Self.variable] == nil, "fails on purpose")
  }

  func testState() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    await store.send(.increment) { $0.count = 2 }  // here: state
  }

  func testEnd() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())  // here: end
    await store.send(.load) { $0.isLoading = true }
  }

  func testExpect() async {
    let store = Store(initialState: Loader.State(), reducer: Loader())
    await store.expect(\.count, 2)  // here: expect
  }
}

@Suite("Failures in XCTest") struct XCTestFailureTests {
  @Test(
    "An XCTest fails, at the right line and with the right words",
    arguments: [
      ("testState", "state", "A state change does not match expectation."),
      ("testEnd", "end", "An effect returned for this action is still running: load"),
      ("testExpect", "expect", "Expected another value when the store is idle."),
    ])
  func fails(test: String, mark: String, text: String) throws {
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let line = source.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
      $0.hasSuffix("// here: \(mark)")
    }
    let (status, output) = try run("EnfoldTestingTests.FailingXCTests/\(test)")
    #expect(status != 0)
    #expect(
      output.contains("XCTestTests.swift:\((line ?? 0) + 1): error: FailingXCTests.\(test) : failed - \(text)"),
      "\(output)")
  }

  /// Runs one XCTest in a process of its own.
  private func run(_ test: String) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = [test]
    process.environment = ProcessInfo.processInfo.environment.merging([FailingXCTests.variable: "1"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
