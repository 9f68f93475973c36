// RecordedTest in Python: a test for pytest.
import EnfoldJSON

extension RecordedTest {
  /// - Parameter plugin: the file of the plugin, unless ENFOLD_PLUGIN in the environment names another.
  public func python(plugin: String) -> String {
    let suppresses = steps.contains { $0.hasNoChange && $0.isSend }
    var lines = [
      "\"\"\"\(pythonText(name)), \(range), as they were recorded.", "", "Made by: \(pythonText(command))", "\"\"\"",
      "",
      "from __future__ import annotations", "", "import os",
    ]
    if suppresses { lines.append("from contextlib import suppress") }
    lines += ["", "import enfold", "import pytest", ""]
    lines += ["PLUGIN = os.environ.get(\"ENFOLD_PLUGIN\", \(JSON.string(plugin)))", "", ""]
    // A child that was gone then is gone now, and that is a warning.
    let allow = suppresses ? ", allow={\"warnings\"}" : ""
    lines += [
      "@pytest.mark.enfold(plugin=PLUGIN, environment=\"preview\"\(allow))",
      "def test_\(identifier("_").lowercased())_\(ends.0)_to_\(ends.1)(enfold_runtime: enfold.Runtime) -> None:",
    ]
    let opening = [[JSON.string(feature)], PythonLiteral.lines(state, "state="), ["effects=\"none\""]]
    lines += PythonLiteral.call("    store = enfold_runtime.open(", opening, ")", "    ")
    for step in steps { lines += ["", "    # \(step.comment)"] + step.python }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A text inside of three quotation marks.
  private func pythonText(_ text: String) -> String {
    String(text.map { $0 == "\\" || $0 == "\"" || $0.isNewline ? "'" : $0 })
  }
}

extension RecordedTest.Step {
  var isSend: Bool { if case .send = what { true } else { false } }

  /// "revision 6, which an effect of revision 5 has sent".
  var comment: String {
    "revision \(revision)\(cause.map { ", which revision \($0) has caused" } ?? "")"
  }

  fileprivate var python: [String] {
    var lines: [String] = []
    switch what {
    case .send(let action, let given):
      var indent = "    "
      if hasNoChange {
        lines.append("    with suppress(enfold.NoTargetError):")
        indent += "    "
      }
      var store = "\(indent)store"
      if !given.isEmpty {
        let call = PythonLiteral.call(
          "\(indent)given = store.given(", [PythonLiteral.lines(.array(given))], ")", indent)
        lines += call
        store = "\(indent)given"
      }
      lines += PythonLiteral.call("\(store).send(", [PythonLiteral.lines(action)], ")", indent)
    case .set(let pointer, let value):
      lines += PythonLiteral.call("    store.set(", [[JSON.string(pointer)], PythonLiteral.lines(value)], ")", "    ")
    case .takeOver(let reason):
      let call = PythonLiteral.call("    store.restore(", [PythonLiteral.lines(state)], ")", "    ")
      return ["    # taken over, not verified: \(reason)"] + call
    }
    let literal = PythonLiteral.lines(state, "assert store.state == ", room: 84)
    return lines + literal.map { "    " + $0 }
  }
}
