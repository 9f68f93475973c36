// The state machines of a junction and of an inlet by themselves: tables of all steps, and streams by chance.
@testable import EnfoldReactor
import Testing

private typealias State = JunctionState<Int, String, String>

@Suite("The state machine of a junction") struct JunctionStateTests {
  /// The fields of a state: which streams run, which are ready, how many are awaited, what is to be done at the end. Stream n is
  /// "sn".
  private static func fields(_ state: State) -> [String] {
    switch state {
    case .over: ["over"]
    case .open(let streams):
      [
        "r" + streams.running.keys.sorted().map { "\($0)" }.joined(),
        "y" + streams.ready.map { String($0.dropFirst()) }.joined(), "\(streams.awaited)", streams.whenOver ?? "none",
      ]
    }
  }

  private static func made(_ fields: [String]) -> State {
    if fields == ["over"] { return .over }
    var streams = State.Streams()
    for digit in fields[0].compactMap(\.wholeNumberValue) { streams.running[digit] = "s\(digit)" }
    streams.ready = fields[1].dropFirst().map { "s\($0)" }[...]
    streams.awaited = Int(fields[2]) ?? 0
    streams.whenOver = fields[3] == "none" ? nil : fields[3]
    return .open(streams)
  }

  private static func name(_ removal: State.Removal) -> String {
    switch removal {
    case .unknown: "unknown"
    case .goesOn(let inlet): "goes on without \(inlet)"
    case .last(let inlet): "\(inlet) is the last"
    }
  }

  private static func play(_ event: String, _ before: [String]) -> [String] {
    var state = made(before)
    let answer: String
    switch event {
    case "add 1": answer = state.add(1, "s1", isAwaited: true) ? "yes" : "no"
    case "add 1 aside": answer = state.add(1, "s1", isAwaited: false) ? "yes" : "no"
    case "ask for 1": answer = state.isRunning(1) ? "yes" : "no"
    case "1 is ready":
      state.getReady(1, isFirst: false)
      answer = "-"
    case "1 is first":
      state.getReady(1, isFirst: true)
      answer = "-"
    case "next": answer = state.next() ?? "none"
    case "1 ends": answer = name(state.remove(1, counts: true))
    case "1 ends aside": answer = name(state.remove(1, counts: false))
    case "made": answer = state.finishMaking() ? "last" : "goes on"
    case "keep": answer = state.keep("body") ? "yes" : "no"
    default: answer = state.close().map { "\($0.running.count) \($0.whenOver ?? "none")" } ?? "none"
    }
    return [answer] + fields(state)
  }

  @Test("Each event in each state does what the table says") func table() {
    let table = TransitionTable(
      """
      add 1        | over         -> no                 | over
      add 1        | r * * *      -> yes                | r1 = +1 =
      add 1 aside  | over         -> no                 | over
      add 1 aside  | r * * *      -> yes                | r1 = = =
      add 1        | r2 * * *     -> yes                | r12 = +1 =
      add 1 aside  | r2 * * *     -> yes                | r12 = = =

      ask for 1    | r1,r12 * * * -> yes                | = = = =
      ask for 1    | r,r2 * * *   -> no                 | = = = =
      ask for 1    | over         -> no                 | over

      1 is ready   | r1,r12 y * * -> -                  | = y1 = =
      1 is ready   | r1,r12 * * * -> -                  | = y21 = =
      1 is first   | r1,r12 y * * -> -                  | = y1 = =
      1 is first   | r1,r12 * * * -> -                  | = y12 = =
      1 is ready   | r,r2 * * *   -> -                  | = = = =
      1 is first   | r,r2 * * *   -> -                  | = = = =
      1 is ready   | over         -> -                  | over
      1 is first   | over         -> -                  | over
      next         | * y * *      -> none               | = = = =
      next         | * y2 * *     -> s2                 | = y = =
      next         | over         -> none               | over

      1 ends       | r1 * 1 *     -> s1 is the last     | r = 0 =
      1 ends       | r12 * 1 *    -> s1 is the last     | r2 = 0 =
      1 ends       | r1 * 2 *     -> goes on without s1 | r = 1 =
      1 ends       | r12 * 2 *    -> goes on without s1 | r2 = 1 =
      1 ends       | r,r2 * * *   -> unknown            | = = = =
      1 ends       | over         -> unknown            | over
      1 ends aside | r1 * * *     -> goes on without s1 | r = = =
      1 ends aside | r12 * * *    -> goes on without s1 | r2 = = =
      1 ends aside | r,r2 * * *   -> unknown            | = = = =
      1 ends aside | over         -> unknown            | over

      made         | * * 1 *      -> last               | = = 0 =
      made         | * * 2 *      -> goes on            | = = 1 =
      made         | over         -> goes on            | over
      keep         | over         -> no                 | over
      keep         | * * * *      -> yes                | = = = body
      close        | over         -> none               | over
      close        | r * * none   -> 0 none             | over
      close        | r * * old    -> 0 old              | over
      close        | r1,r2 * * none -> 1 none           | over
      close        | r1,r2 * * old  -> 1 old            | over
      close        | r12 * * none -> 2 none             | over
      close        | r12 * * old  -> 2 old              | over
      """)
    let states = combinations(["r", "r1", "r2", "r12"], ["y", "y2"], ["1", "2"], ["none", "old"]) + [["over"]]
    // A stream is added once.
    let adding = table.faults(
      states: states.filter { !$0[0].contains("1") }, events: ["add 1", "add 1 aside"], Self.play)
    let faults = table.faults(
      states: states,
      events: [
        "ask for 1", "1 is ready", "1 is first", "next", "1 ends", "1 ends aside", "made", "keep", "close",
      ], Self.play)
    let all = (adding + faults).filter { !$0.hasPrefix("no state fits") }
    #expect(all.isEmpty, "\(all.joined(separator: "\n"))")
    let unused = Set(adding).intersection(faults)
    #expect(unused.isEmpty, "\(unused)")
  }

  @Test("Whatever streams do, exactly one of them is the last, and after the end nobody is added or told")
  func chance() {
    for seed: UInt64 in 1...3_000 {
      var dice = Dice(seed)
      var state = State()
      var (running, counted, lasts, hasBeenMade, name) = ([Int: Bool](), 0, 0, false, 0)
      var isClosed = false
      for _ in 0..<60 {
        switch Int.random(in: 0...9, using: &dice) {
        case 0...2:
          name += 1
          let isAwaited = Bool.random(using: &dice)
          let isAdded = state.add(name, "s\(name)", isAwaited: isAwaited)
          #expect(isAdded == !isClosed)
          if isAdded {
            running[name] = isAwaited
            if isAwaited { counted += 1 }
          }
        case 3...6:
          guard let (gone, isAwaited) = running.randomElement(using: &dice) else { break }
          switch state.remove(gone, counts: isAwaited) {
          case .unknown: #expect(isClosed)
          case .goesOn(let inlet):
            #expect(inlet == "s\(gone)" && !isClosed)
            if isAwaited { counted -= 1 }
            #expect(!isAwaited || counted > 0 || !hasBeenMade)
          case .last(let inlet):
            #expect(inlet == "s\(gone)" && !isClosed && isAwaited && hasBeenMade && counted == 1)
            counted = 0
            lasts += 1
            isClosed = state.close() != nil  // as the junction does
          }
          running[gone] = nil
          #expect(!state.isRunning(gone))
        case 7:
          if hasBeenMade { break }
          hasBeenMade = true
          if state.finishMaking() {
            #expect(counted == 0 && !isClosed)
            lasts += 1
            isClosed = state.close() != nil
          }
        case 8 where Int.random(in: 0...9, using: &dice) == 0:
          if let past = state.close() {
            #expect(!isClosed && Set(past.running.keys) == Set(running.keys))
            isClosed = true
          }
        default:
          if let ready = running.keys.randomElement(using: &dice) { state.getReady(ready, isFirst: false) }
          if let next = state.next() { #expect(!isClosed && next.hasPrefix("s")) }
        }
        #expect(lasts <= 1)
      }
    }
  }

  @Test("An inlet asks for what was asked early, and knows nobody after its end") func inlet() {
    typealias Inlet = InletState<String, String>
    func fields(_ state: Inlet) -> [String] {
      switch state {
      case .early("listener", let demand): ["early", "\(demand.max ?? -1)"]
      case .listening("listener", "subscription"): ["listening"]
      case .over: ["over"]
      default: ["?"]
      }
    }
    let table = TransitionTable(
      """
      ask       | early *   -> none                  | early +1
      ask       | listening -> subscription          | listening
      ask       | over      -> none                  | over
      subscribe | early 0   -> 0                     | listening
      subscribe | early 2   -> 2                     | listening
      subscribe | listening -> refused               | listening
      subscribe | over      -> refused               | over
      listener  | early *   -> listener              | early =
      listener  | listening -> listener              | listening
      listener  | over      -> none                  | over
      end       | early *   -> listener none         | over
      end       | listening -> listener subscription | over
      end       | over      -> none none             | over
      """)
    let faults = table.faults(
      states: [["early", "0"], ["early", "2"], ["listening"], ["over"]],
      events: ["ask", "subscribe", "listener", "end"]
    ) { event, before in
      var state: Inlet =
        switch before[0] {
        case "early": .early("listener", .max(Int(before[1]) ?? 0))
        case "listening": .listening("listener", "subscription")
        default: .over
        }
      let answer: String
      switch event {
      case "ask": answer = state.ask(.max(1)) ?? "none"
      case "subscribe": answer = state.subscribe("subscription").map { "\($0.max ?? -1)" } ?? "refused"
      case "listener": answer = state.listener ?? "none"
      default:
        let past = state.end()
        answer = "\(past.listener ?? "none") \(past.subscription ?? "none")"
      }
      return [answer] + fields(state)
    }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }
}
