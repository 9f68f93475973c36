// Arguments: what the command line asks for.

struct Arguments {
  var record: String?
  var opensPage = false
  var port = 0
  /// Sockets and session files.
  var paths: [String] = []
  var isHelp = false

  static let usage = "usage: enfold-inspect [--record FILE] [--open] [--port N] [SOCKET | FILE.enfold.jsonl ...]"

  init(_ arguments: [String]) throws(Refusal) {
    var rest = arguments[...]
    func value(_ option: String, _ given: String?) throws(Refusal) -> String {
      guard let value = given ?? rest.popFirst(), !value.isEmpty else { throw Refusal("\(option) needs a value") }
      return value
    }
    while let argument = rest.popFirst() {
      let sides = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
      let given = argument.hasPrefix("--") && sides.count > 1 ? sides[1] : nil
      switch given == nil ? argument : sides[0] {
      case "--record": record = try value("--record", given)
      case "--port":
        let text = try value("--port", given)
        guard let number = Int(text), (0...65_535).contains(number) else {
          throw Refusal("--port is \"\(text)\"; it is a number from 0 to 65535")
        }
        port = number
      case "--open" where given == nil: opensPage = true
      case "--help" where given == nil, "-h" where given == nil: isHelp = true
      case "--":
        paths += rest
        return
      case let other where other.hasPrefix("-") && other.count > 1: throw Refusal("there is no option \(other)")
      default: paths.append(argument)
      }
    }
  }
}
