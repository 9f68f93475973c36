// RecordedTest in Swift: a test for Swift Testing.
import EnfoldJSON

extension RecordedTest {
  /// The reducer alone is tested: effects do not run, and what they sent is sent again.
  ///
  /// - Parameter module: that of the feature; nil: the one that an effect in the file names, or one that is called like the feature.
  public func swift(module: String?) -> String {
    let title = JSON.string("\(name) as it was recorded")
    var lines = [
      "// \(line(name)), \(range), as they were recorded.", "// Made by: \(line(command))",
      "// swift-format-ignore-file", "import EnfoldTesting", "import Testing", "",
      "@testable import \(module ?? self.module ?? feature)", "",
      "@Suite(\(title)) struct \(identifier(""))RecordedTests {",
      "  private let reducer = \(feature)()", "",
      "  @Test(\"Revisions \(ends.0) to \(ends.1)\") func revisions\(ends.0)To\(ends.1)() throws {",
      "    var state = try recorded(\(literal(state)))",
    ]
    for step in steps { lines += ["", "    // \(step.comment)"] + swift(step) }
    lines += ["  }", ""]
    lines += [
      "  private func recorded(_ json: String) throws -> \(feature).State { try Fixture(json).value() }", "",
      "  private func send(_ action: String, _ state: inout \(feature).State) throws {",
      "    _ = reducer.reduce(into: &state, action: try Fixture(action).value())", "  }", "}",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private func swift(_ step: Step) -> [String] {
    let state = literal(step.state)
    switch step.what {
    case .send(let action, let given):
      let send = "try send(\(literal(action)), &state)"
      let expectation = "    try #expect(state == recorded(\(state)))"
      if given.isEmpty { return ["    \(send)", expectation] }
      return ["    try Fixture(\(literal(.array(given)))).given {", "      \(send)", "    }", expectation]
    case .set(let pointer, _):
      return ["    // taken over, not verified: a write of \(line(pointer))", "    state = try recorded(\(state))"]
    case .takeOver(let reason):
      return ["    // taken over, not verified: \(reason)", "    state = try recorded(\(state))"]
    }
  }

  /// A text that does not end the comment.
  private func line(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

  /// JSON as a raw string. A quotation mark or a backslash before as many `#` would mean something.
  private func literal(_ value: JSONValue) -> String {
    let text = value.json
    var (longest, run, isCounting) = (0, 0, false)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        (run, isCounting) = (0, true)
      } else if byte == UInt8(ascii: "#"), isCounting {
        run += 1
      } else {
        isCounting = false
      }
      longest = max(longest, run)
    }
    let fence = String(repeating: "#", count: longest + 1)
    return "\(fence)\"\(text)\"\(fence)"
  }
}
