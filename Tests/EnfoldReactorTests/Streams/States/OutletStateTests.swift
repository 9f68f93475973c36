// The state machine of an outlet by itself: a table of all steps, and threads by chance.
import Enfold
@testable import EnfoldReactor
import Testing

private typealias State = OutletState<Int, Int, String>

/// The fields of a state: who has the turn, where values come from, how many wait, how many are wanted. Thread 1 takes the steps.
private func fields(_ state: borrowing State) -> [String] {
  switch state {
  case .over: return ["over"]
  case .open(let flow):
    let turn =
      switch flow.turn {
      case .early: "early"
      case .free: "free"
      case .taken(let owner): "\(owner)"
      }
    let source =
      switch flow.source {
      case .pushes: "pushes"
      case .quiet: "quiet"
      case .news: "news"
      case .ended: "ended"
      }
    return [turn, source, "\(flow.waiting.count)", "\(flow.demand.max ?? -1)"]
  }
}

private func made(_ fields: [String]) -> State {
  if fields == ["over"] { return .over }
  var flow = State.Flow(port: 7)
  flow.turn =
    switch fields[0] {
    case "early": .early
    case "free": .free
    default: .taken(by: UInt(fields[0]) ?? 0)
    }
  flow.source =
    switch fields[1] {
    case "pushes": .pushes
    case "quiet": .quiet
    case "news": .news
    default: .ended("end")
    }
  for item in 0..<(Int(fields[2]) ?? 0) { flow.waiting.append(item) }
  flow.demand = .max(Int(fields[3]) ?? 0)
  return .open(flow)
}

private func name(_ step: State.Step) -> String {
  switch step {
  case .leave: "leave"
  case .give(let item, let port): item == 0 && port == 7 ? "give" : "?"
  case .pull(let port): port == 7 ? "pull" : "?"
  case .end(let end, let port): end == "end" && port == 7 ? "end" : "?"
  }
}

private func play(_ event: String, _ before: [String]) -> [String] {
  var state = made(before)
  let answer: String
  switch event {
  case "connect":
    state.connect(.quiet) { $0 = 7 }
    answer = "-"
  case "put": answer = state.put(9) ? "yes" : "no"
  case "end":
    state.end("end")
    answer = "-"
  case "request":
    state.request(.max(1))
    answer = "-"
  case "cancel": answer = state.cancel() == nil ? "nothing" : "all"
  case "begin": answer = name(state.begin(by: 1))
  case "enter": answer = name(state.enter(by: 1))
  case "look": answer = state.isTaken(elsewhereThan: 1) ? "elsewhere" : "no"
  default: answer = name(state.goOn(by: 1))
  }
  return [answer] + fields(state)
}

@Suite("The state machine of an outlet") struct OutletStateTests {
  private static let sources = ["pushes", "quiet", "news", "ended"]
  private static func states(_ turns: [String]) -> [[String]] {
    combinations(turns, sources, ["0", "1"], ["0", "1"]) + [["over"]]
  }

  @Test("Each event in each state does what the table says") func table() {
    let table = TransitionTable(
      """
      put     | over          -> no      | over
      put     | * ended * *   -> no      | = = = =
      put     | * * * *       -> yes     | = = +1 =
      end     | over          -> -       | over
      end     | * * * *       -> -       | = ended = =
      request | over          -> -       | over
      request | * * * *       -> -       | = = = +1
      cancel  | over          -> nothing | over
      cancel  | * * * *       -> all     | over

      enter   | over               -> leave | over
      enter   | early,1,2 * * * -> leave | = quiet>news = =
      enter   | free * 1 1         -> give  | 1 quiet>news -1 -1
      enter   | free quiet,news 0 1 -> pull | 1 quiet = =
      enter   | free ended 0 *     -> end   | over
      enter   | free * * *         -> leave | = quiet>news = =

      look    | over               -> no    | over
      look    | 2 * * *            -> elsewhere | = = = =
      look    | * * * *            -> no    | = = = =
      """)
    let events = ["put", "end", "request", "cancel", "enter", "look"]
    let faults = table.faults(states: Self.states(["early", "free", "1", "2"]), events: events, play)
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test("The subscription begins when its subscriber knows of it") func begin() {
    let table = TransitionTable(
      """
      connect | over            -> -     | over
      connect | * * * *         -> -     | = quiet = =
      begin   | over            -> leave | over
      begin   | early * 1 1     -> give  | 1 quiet>news -1 -1
      begin   | early news 0 1  -> pull  | 1 quiet = =
      begin   | early ended 0 * -> end   | over
      begin   | early * * *     -> leave | free = = =
      """)
    let faults = table.faults(states: Self.states(["early"]), events: ["connect", "begin"], play)
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test("A thread that has the turn goes on until nothing is left") func goOn() {
    let table = TransitionTable(
      """
      go on | over        -> leave | over
      go on | 1 * 1 1     -> give  | = quiet>news -1 -1
      go on | 1 news 0 1  -> pull  | = quiet = =
      go on | 1 ended 0 * -> end   | over
      go on | 1 * * *     -> leave | free = = =
      """)
    let faults = table.faults(states: Self.states(["1"]), events: ["go on"], play)
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test("Whatever threads do, values come in order, one at a time, as many as are wanted, and none is left or lost")
  func chance() {
    for seed: UInt64 in 1...3_000 {
      var game = OutletGame(seed)
      let faults = game.play()
      #expect(faults.isEmpty, "seed \(seed): \(faults)")
    }
  }
}

/// Four threads that use an outlet by chance. A thread that has got a step carries it out some time later.
private struct OutletGame: ~Copyable {
  private var faults: [String] = []
  private var dice: Dice
  private var state = State(7)
  /// What each thread has to carry out, and which have changed something and have not entered since.
  private var steps: [UInt: State.Step] = [:]
  private var debtors: Set<UInt> = []
  private var hasBegun = false
  private var (put, given, wanted, dropped) = (0, 0, 0, 0)
  private var (isEnding, isCancelled, ends) = (false, false, 0)

  init(_ seed: UInt64) {
    dice = Dice(seed)
    if dice.next() % 2 == 0 { state.connect(.quiet) { _ in } }
  }

  /// Returns what was wrong.
  mutating func play() -> [String] {
    for _ in 0..<60 { move() }
    // All threads do what they have to, and the subscriber wants no more.
    for _ in 0..<1_000 where !(hasBegun && steps.isEmpty && debtors.isEmpty) {
      begin()
      for thread: UInt in 1...4 {
        if steps[thread] != nil { carryOut(thread, 0) } else if debtors.contains(thread) { enter(thread) }
      }
    }
    let last = fields(state)
    if last == ["over"] {
      check(ends == 1 || isCancelled, "it is over, and nobody knows why")
    } else {
      check(last[0] == "free", "the turn was not given back")
      check(last[2] == "0" || last[3] == "0", "a value that is wanted is left")
      check(!isEnding || last[2] != "0", "the end was not told")
      check(last[2] == "\(put - given)", "a value was lost")
    }
    check(given + dropped <= put && given <= wanted, "too many values")
    return faults
  }

  private mutating func check(_ isRight: Bool, _ fault: String) { if !isRight { faults.append(fault) } }

  private mutating func move() {
    let (thread, chance) = (UInt.random(in: 1...4, using: &dice), Int.random(in: 0...19, using: &dice))
    switch chance {
    case 0...4:
      if state.put(put) { put += 1 } else { check(isEnding || isCancelled, "a value was refused") }
      debtors.insert(thread)
    case 5...7:
      let demand = Int.random(in: 1...3, using: &dice)
      state.request(.max(demand))
      wanted += demand
      debtors.insert(thread)
    case 8 where Int.random(in: 0...3, using: &dice) == 0:
      state.end("end")
      isEnding = true
      debtors.insert(thread)
    case 9 where Int.random(in: 0...9, using: &dice) == 0: cancel()
    case 10: begin()
    case 11...14: enter(thread)
    default: if steps[thread] != nil { carryOut(thread, Int.random(in: 0...2, using: &dice)) }
    }
  }

  private mutating func begin() {
    if hasBegun || steps[1] != nil { return }
    hasBegun = true
    take(1, state.begin(by: 1))
  }

  private mutating func enter(_ thread: UInt) {
    debtors.remove(thread)
    let step = state.enter(by: thread)
    if steps[thread] != nil {
      // It is inside: the subscriber's code has come back to the outlet.
      guard case .leave = step else { return check(false, "a thread has two turns") }
    } else {
      take(thread, step)
    }
  }

  /// A thread has got a step.
  private mutating func take(_ thread: UInt, _ step: State.Step) {
    steps[thread] = nil
    switch step {
    case .leave: return
    case .give, .pull, .end:
      check(steps.isEmpty, "two threads have the turn")
      check(ends == 0, "something follows the end")
      check(hasBegun, "it has not begun")
      steps[thread] = step
      if case .give(let item, _) = step {
        check(item == given, "\(item) comes when it is \(given)'s turn")
        check(!isCancelled, "\(item) comes after it was cancelled")
        given += 1
        check(given <= wanted, "more values than are wanted")
      }
      if case .end = step {
        ends += 1
        check(isEnding && !isCancelled && given == put, "it has ended too early")
      }
    }
  }

  private mutating func carryOut(_ thread: UInt, _ demand: Int) {
    switch steps[thread] {
    case .end, .leave, nil: steps[thread] = nil
    case .give:
      wanted += demand
      take(thread, state.goOn(by: thread, .max(demand)))
    case .pull: take(thread, state.goOn(by: thread))
    }
  }

  private mutating func cancel() {
    let past = state.cancel()
    switch consume past {
    case .none: return
    case .some(var flow):
      isCancelled = true
      while let item = flow.waiting.popFirst() {
        check(item == given + dropped, "another value waits")
        dropped += 1
      }
      check(given + dropped == put, "a value was lost")
    }
  }
}
