// `enfold doctor`: examines this installation.
import ArgumentParser
import CEnfold
import EnfoldJSON
import EnfoldSchemas
import Glibc

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Examines this installation: what is there, what is missing, and what to type.",
    discussion: """
      Examples:
        enfold doctor
        enfold doctor --json

      Exit status: 0, or 1 if something is in the way. What is only missing is no failure.
      """)

  @Flag(help: "Write one JSON object.") var json = false
  @Option(help: "When to use colours. NO_COLOR in the environment is respected.") var color: ColorChoice = .auto

  func run() throws {
    let findings = Installation.examine()
    let output = Output(STDOUT_FILENO)
    if json {
      output.line(record(findings).json)
    } else {
      let style = Style(color, isTerminal: output.isTerminal)
      for finding in findings { write(finding, style, to: output) }
      for path in Installation.mappedLibraries() { output.line("\("mapped".padded(14)) \(style.dim(path))") }
    }
    output.flush()
    if findings.contains(where: { $0.state == .problem }) { throw ExitCode.failure }
  }

  private func write(_ finding: Finding, _ style: Style, to output: Output) {
    let mark =
      switch finding.state {
      case .ok: ""
      case .missing: style.yellow("missing: ")
      case .problem: style.red("PROBLEM: ")
      }
    output.line("\(finding.name.padded(14)) \(mark)\(finding.text)")
    if let hint = finding.hint { output.line("\("".padded(14)) \(style.yellow(hint))") }
  }

  private func record(_ findings: [Finding]) -> JSONValue {
    let list = findings.map { finding in
      let record: JSONValue = [
        "name": .string(finding.name), "state": .string(finding.state.rawValue), "text": .string(finding.text),
      ]
      return finding.hint.map { record.adding("hint", .string($0)) } ?? record
    }
    return [
      "version": .string(String(cString: enfold_version())), "abi": .integer(Int64(enfold_abi_version())),
      "findings": .array(list), "mapped": .array(Installation.mappedLibraries().map { .string($0) }),
    ]
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
