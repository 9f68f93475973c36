// TransitionTable: a state machine as a table that a test compares with its code.

/// Rows such as `put | open * 0 -> yes | = = +1`: an event, the fields of the state before, the answer, and the fields after.
///
/// Before, `*` is anything, and `a,b` is a or b. After, `=` is what was there, `+1` and `-1` count, and `a>b` is b where a was
/// and otherwise what was there. Of the rows that fit, the first one counts. Empty lines are left out.
struct TransitionTable {
  struct Row: CustomStringConvertible {
    let description: String
    let event: String
    let before: [String]
    let answer: String
    let after: [String]

    init(_ line: Substring) {
      description = String(line)
      let sides = line.split(separator: "->").map { side in
        side.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
      }
      event = sides[0][0].joined(separator: " ")
      before = sides[0][1]
      answer = sides[1][0].joined(separator: " ")
      after = sides[1][1]
    }

    func fits(_ event: String, _ state: [String]) -> Bool {
      self.event == event && before.count == state.count
        && zip(before, state).allSatisfy { $0 == "*" || $0.split(separator: ",").contains(Substring($1)) }
    }

    /// The answer and the state after it, as the code must give them.
    func result(from state: [String]) -> [String] {
      [answer]
        + after.enumerated().map { index, field in
          let old = index < state.count ? state[index] : ""
          let arrow = field.split(separator: ">").map(String.init)
          if arrow.count == 2 { return old == arrow[0] ? arrow[1] : old }
          switch field {
          case "=": return old
          case "+1": return "\((Int(old) ?? 0) + 1)"
          case "-1": return "\((Int(old) ?? 0) - 1)"
          default: return field
          }
        }
    }
  }

  private let rows: [Row]

  init(_ text: String) { rows = text.split(separator: "\n").map(Row.init) }

  /// What is wrong with the code: where it does not do what the table says, where the table says nothing, and which rows fit no
  /// state.
  ///
  /// - Parameter play: makes a step from a state; returns the answer and the fields of the state after it.
  func faults(states: [[String]], events: [String], _ play: (_ event: String, _ state: [String]) -> [String])
    -> [String]
  {
    var faults: [String] = []
    var unused = Set(rows.indices)
    for state in states {
      for event in events {
        let place = "\(event) | \(state.joined(separator: " "))"
        guard let index = rows.firstIndex(where: { $0.fits(event, state) }) else {
          faults.append("\(place): no row")
          continue
        }
        unused.remove(index)
        let (found, expected) = (play(event, state), rows[index].result(from: state))
        if found != expected { faults.append("\(place): \(found), but by the table \(expected)") }
      }
    }
    return faults + unused.sorted().map { "no state fits: \(rows[$0])" }
  }
}

/// All combinations of fields.
func combinations(_ fields: [String]...) -> [[String]] {
  fields.reduce([[]]) { all, field in all.flatMap { start in field.map { start + [$0] } } }
}
