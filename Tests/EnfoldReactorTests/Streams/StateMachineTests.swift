// The state machines of streams by themselves: what each step leads to.
import OpenCombine
import Testing

@testable import EnfoldReactor

@Suite("The state machines of streams") struct StateMachineTests {
  // MARK: OutletState

  /// What the thread whose turn it is does next, and what is left. Nobody wants a value that does not stand here.
  private static let outlet:
    [(
      waiting: Int, demand: Int, source: OutletState.Source, step: OutletState.Step, to: OutletState.Flow?
    )] = [
      (0, 0, .open(hasNews: false), .nothing, flow(0, 0, .open(hasNews: false))),
      (0, 0, .open(hasNews: true), .nothing, flow(0, 0, .open(hasNews: true))),
      (0, 0, .ended, .end, nil),
      (0, 1, .open(hasNews: false), .nothing, flow(0, 1, .open(hasNews: false))),
      (0, 1, .open(hasNews: true), .pull, flow(0, 1, .open(hasNews: false))),
      (0, 1, .ended, .end, nil),
      (1, 0, .open(hasNews: false), .nothing, flow(1, 0, .open(hasNews: false))),
      (1, 0, .open(hasNews: true), .nothing, flow(1, 0, .open(hasNews: true))),
      (1, 0, .ended, .nothing, flow(1, 0, .ended)),
      (2, 1, .open(hasNews: false), .give, flow(1, 0, .open(hasNews: true))),
      (2, 1, .open(hasNews: true), .give, flow(1, 0, .open(hasNews: true))),
      (2, 1, .ended, .give, flow(1, 0, .ended)),
    ]

  private static func flow(_ waiting: Int, _ demand: Int, _ source: OutletState.Source) -> OutletState.Flow {
    OutletState.Flow(waiting: waiting, demand: .max(demand), source: source)
  }

  @Test("Who hands over gives what is wanted, then asks for more, then tells the end") func advance() {
    for row in Self.outlet {
      for turn in [OutletState.Turn.beginning, .taken(by: 7)] {
        var state = OutletState.open(turn, Self.flow(row.waiting, row.demand, row.source))
        #expect(state.advance(7) == row.step, "\(row)")
        let turn = row.step == .nothing ? OutletState.Turn.free : .taken(by: 7)
        #expect(state == row.to.map { .open(turn, $0) } ?? .over, "\(row)")
      }
    }
  }

  @Test("Who comes while another thread hands over leaves it to that one, which hears of it") func enter() {
    for row in Self.outlet {
      let before = Self.flow(row.waiting, row.demand, row.source)
      var news = before
      if news.source != .ended { news.source = .open(hasNews: true) }
      for turn in [OutletState.Turn.beginning, .taken(by: 7)] {
        var state = OutletState.open(turn, before)
        #expect(state.enter(8) == .nothing)
        #expect(state == .open(turn, news), "\(row)")
      }
      var (free, next) = (OutletState.open(.free, before), OutletState.open(.taken(by: 8), news))
      #expect(free.enter(8) == next.advance(8), "\(row)")
      #expect(free == next, "\(row)")
    }
    var over = OutletState.over
    #expect(over.enter(8) == .nothing && over.advance(8) == .nothing && over == .over)
    #expect(OutletState.open(.taken(by: 7), .init()).isTaken(notBy: 8))
    #expect(!OutletState.open(.taken(by: 7), .init()).isTaken(notBy: 7))
    #expect(![OutletState.open(.free, .init()), .open(.beginning, .init()), .over].contains { $0.isTaken(notBy: 8) })
  }

  @Test("The subscriber gets what it wants, in order, and the end once, whatever comes first") func everyOrder() {
    var isRight = true
    func check(_ isTrue: Bool) { isRight = isRight && isTrue }
    // Every sequence of six events. 'advance' is only for the thread whose turn it is.
    for number in 0..<(5 * 5 * 5 * 5 * 5 * 5) {
      var (state, rest) = (OutletState(), number)
      var (put, given, wanted, ends, hasEnded, mine) = (0, 0, 0, 0, false, OutletState.Step.give)
      for _ in 0..<6 {
        defer { rest /= 5 }
        var step = OutletState.Step.nothing
        switch rest % 5 {
        case 0:
          check(state.put() == !hasEnded)
          if !hasEnded { put += 1 }
        case 1:
          check(state.end() == !hasEnded)
          hasEnded = true
        case 2:
          state.want(.max(1))
          wanted += 1
        case 3:
          step = state.enter(8)
          check(mine == .nothing || step == .nothing)
          if step != .nothing { mine = step }
        default:
          if mine == .nothing { continue }
          step = state.advance(8)
          mine = step
        }
        if step == .give { given += 1 }
        if step == .end { ends += 1 }
        if step == .pull { check(wanted > given && put == given && !hasEnded) }
        if step == .end { mine = .nothing }
        check(given <= put && ends <= 1 && (ends == 0 || given == put && hasEnded))
        check(state.hasEnded == hasEnded)
      }
      check(given <= wanted)
      if !isRight {
        Issue.record("sequence \(number)")
        return
      }
    }
  }

  // MARK: InletState

  @Test("Values that are asked for before there is a subscription are asked for when it comes") func inlet() {
    let rows: [(from: InletState, asked: Bool, to: InletState, demand: Subscribers.Demand?)] = [
      (.expecting(.none), false, .expecting(.max(1)), .max(0)),
      (.expecting(.max(1)), false, .expecting(.max(2)), .max(1)),
      (.subscribed, true, .subscribed, nil),
      (.over, false, .over, nil),
    ]
    for row in rows {
      var state = row.from
      #expect(state.ask(.max(1)) == row.asked)
      #expect(state == row.to)
      state = row.from
      #expect(state.subscribe() == row.demand)
      #expect(state == (row.demand == nil ? row.from : .subscribed))
    }
  }

  // MARK: JunctionState

  @Test("An operator is over when the last stream that it waits for has ended") func junction() {
    var state = JunctionState()
    #expect(state.add(isAwaited: true) && state == .open(awaited: 2))
    #expect(state.add(isAwaited: false) && state == .open(awaited: 2))
    #expect(!state.leave() && state == .open(awaited: 1))
    #expect(state.leave() && state == .over)
    #expect(!state.leave() && state == .over)
    #expect(!state.add(isAwaited: true) && state == .over)
  }

  // MARK: PullState

  private enum PullEvent: CaseIterable { case subscribe, receive, end, ask, take, forward, cancel }

  private static let pull: [(from: PullState, event: PullEvent, to: PullState, answer: String)] = [
    (
      .keeping(.expected(isAsked: false), waiting: 0), .subscribe, .keeping(.subscribed(isAsked: false), waiting: 0),
      "keep"
    ),
    (
      .keeping(.expected(isAsked: true), waiting: 0), .subscribe, .keeping(.subscribed(isAsked: true), waiting: 0),
      "ask"
    ),
    (
      .keeping(.subscribed(isAsked: true), waiting: 0), .subscribe, .keeping(.subscribed(isAsked: true), waiting: 0),
      "cancel"
    ),
    (.keeping(.ended, waiting: 1), .subscribe, .keeping(.ended, waiting: 1), "cancel"),
    (.forwarding(.expected(isAsked: true)), .subscribe, .forwarding(.subscribed(isAsked: true)), "ask"),
    (.over, .subscribe, .over, "cancel"),

    (
      .keeping(.subscribed(isAsked: true), waiting: 0), .receive, .keeping(.subscribed(isAsked: false), waiting: 1),
      "keep"
    ),
    (.keeping(.expected(isAsked: true), waiting: 0), .receive, .keeping(.expected(isAsked: false), waiting: 1), "keep"),
    (.keeping(.ended, waiting: 0), .receive, .keeping(.ended, waiting: 0), "drop"),
    (.forwarding(.subscribed(isAsked: true)), .receive, .forwarding(.subscribed(isAsked: true)), "forward"),
    (.over, .receive, .over, "drop"),

    (.keeping(.subscribed(isAsked: true), waiting: 0), .end, .keeping(.ended, waiting: 0), "false"),
    (.keeping(.subscribed(isAsked: false), waiting: 1), .end, .keeping(.ended, waiting: 1), "false"),
    (.forwarding(.subscribed(isAsked: true)), .end, .over, "true"),
    (.over, .end, .over, "false"),

    (.keeping(.expected(isAsked: false), waiting: 0), .ask, .keeping(.expected(isAsked: true), waiting: 0), "false"),
    (.keeping(.subscribed(isAsked: false), waiting: 0), .ask, .keeping(.subscribed(isAsked: true), waiting: 0), "true"),
    (.keeping(.subscribed(isAsked: true), waiting: 0), .ask, .keeping(.subscribed(isAsked: true), waiting: 0), "false"),
    (.keeping(.ended, waiting: 0), .ask, .keeping(.ended, waiting: 0), "false"),
    (.forwarding(.subscribed(isAsked: false)), .ask, .forwarding(.subscribed(isAsked: true)), "true"),
    (.over, .ask, .over, "false"),

    (
      .keeping(.subscribed(isAsked: false), waiting: 2), .take, .keeping(.subscribed(isAsked: false), waiting: 1),
      "true"
    ),
    (.keeping(.ended, waiting: 1), .take, .keeping(.ended, waiting: 0), "true"),
    (.keeping(.ended, waiting: 0), .take, .keeping(.ended, waiting: 0), "false"),
    (.over, .take, .over, "false"),

    (.keeping(.ended, waiting: 1), .forward, .keeping(.ended, waiting: 0), "take"),
    (.keeping(.subscribed(isAsked: true), waiting: 0), .forward, .forwarding(.subscribed(isAsked: true)), "forward"),
    (.keeping(.expected(isAsked: false), waiting: 0), .forward, .forwarding(.expected(isAsked: false)), "forward"),
    (.keeping(.ended, waiting: 0), .forward, .over, "end"),

    (.keeping(.expected(isAsked: true), waiting: 0), .cancel, .keeping(.ended, waiting: 0), "false"),
    (.keeping(.subscribed(isAsked: false), waiting: 3), .cancel, .keeping(.ended, waiting: 0), "false"),
    (.forwarding(.subscribed(isAsked: true)), .cancel, .over, "true"),
    (.forwarding(.expected(isAsked: true)), .cancel, .over, "true"),
    (.over, .cancel, .over, "false"),
  ]

  private static func play(_ event: PullEvent, _ state: inout PullState) -> String {
    switch event {
    case .subscribe: "\(state.subscribe())"
    case .receive: "\(state.receive())"
    case .end: "\(state.end())"
    case .ask: "\(state.ask())"
    case .take: "\(state.take())"
    case .forward: "\(state.forward())"
    case .cancel: "\(state.cancel())"
    }
  }

  @Test("Each event of a subscription to a publisher does what the table says") func pull() {
    for row in Self.pull {
      var state = row.from
      #expect(Self.play(row.event, &state) == row.answer, "\(row.event) in \(row.from)")
      #expect(state == row.to, "\(row.event) in \(row.from)")
    }
  }

  @Test("A subscription tells its end once, behind all values that came before it, whatever comes first")
  func everyPull() {
    var isRight = true
    func check(_ isTrue: Bool) { isRight = isRight && isTrue }
    let events = PullEvent.allCases
    for number in 0..<(7 * 7 * 7 * 7 * 7 * 7) {
      var (state, rest) = (PullState.keeping(.expected(isAsked: false), waiting: 0), number)
      var (kept, taken, ends, isForwarding, isCancelled) = (0, 0, 0, false, false)
      for _ in 0..<6 {
        defer { rest /= 7 }
        let event = events[rest % 7]
        if event == .forward, isForwarding { continue }
        switch (event, Self.play(event, &state)) {
        case (.receive, "keep"): kept += 1
        case (.take, "true"), (.forward, "take"): taken += 1
        case (.forward, "forward"): isForwarding = true
        case (.forward, "end"): (isForwarding, ends) = (true, ends + 1)
        case (.end, "true"), (.cancel, "true"): ends += 1
        default: break
        }
        isCancelled = isCancelled || event == .cancel
        check(taken <= kept && ends <= 1)
        check(ends == 0 || isForwarding)
        check(!isForwarding || isCancelled || taken == kept)
        check((state == .over) == (ends == 1))
      }
      if !isRight {
        Issue.record("sequence \(number)")
        return
      }
    }
  }
}
