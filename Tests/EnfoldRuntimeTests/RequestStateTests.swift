// The state machine of a request by itself. Its file is a part of this target, because libenfold has no test target.
import Testing

@Suite("The state machine of a request") struct RequestStateTests {
  private enum Event: CaseIterable { case begin, leaveHandler, answer, withdraw }

  private static let states: [RequestState] = [
    .waiting, .inHandler, .handled, .ending(isWithdrawn: false), .ending(isWithdrawn: true), .over,
  ]

  /// Where an event leads, and what follows. What is not here changes nothing.
  private static let table: [(from: RequestState, event: Event, to: RequestState, rest: RequestState.Duty)] = [
    (.waiting, .begin, .inHandler, .nothing),
    (.waiting, .answer, .over, .letGo),
    (.waiting, .withdraw, .over, .letGo),
    (.inHandler, .leaveHandler, .handled, .nothing),
    (.inHandler, .answer, .ending(isWithdrawn: false), .nothing),
    (.inHandler, .withdraw, .ending(isWithdrawn: true), .nothing),
    (.handled, .answer, .over, .letGo),
    (.handled, .withdraw, .over, .tell),
    (.ending(isWithdrawn: false), .leaveHandler, .over, .letGo),
    (.ending(isWithdrawn: true), .leaveHandler, .over, .tell),
  ]

  /// The state after an event, and what follows. The handler is called if `begin` says so.
  private static func play(_ event: Event, _ state: inout RequestState) -> (rest: RequestState.Duty, isCalled: Bool) {
    switch event {
    case .begin: (.nothing, state.begin())
    case .leaveHandler: (state.leaveHandler(), false)
    case .answer: (state.close(isWithdrawn: false), false)
    case .withdraw: (state.close(isWithdrawn: true), false)
    }
  }

  @Test("Each event in each state does what the table says") func everyStep() {
    for before in Self.states {
      for event in Event.allCases {
        let row = Self.table.first { $0.from == before && $0.event == event }
        var state = before
        let (rest, isCalled) = Self.play(event, &state)
        #expect(state == row?.to ?? before, "\(event) in \(before)")
        #expect(rest == row?.rest ?? .nothing, "\(event) in \(before)")
        #expect(isCalled == (before == .waiting && event == .begin))
      }
    }
  }

  @Test("An answer may come until the request is closed")
  func open() { #expect(Self.states.map(\.isOpen) == [true, true, true, false, false, false]) }

  @Test("Whatever comes first, the handler is let go once, when it has returned, and hears only of what it has got")
  func allOrders() {
    // Every sequence of five events.
    for number in 0..<1_024 {
      var state = RequestState.waiting
      var (calls, ends, isInside, isClosed) = (0, 0, false, false)
      for place in 0..<5 {
        let event = Event.allCases[(number >> (2 * place)) & 3]
        // The handler returns if it was called, and a request is closed once: its handle sees to that.
        if event == .leaveHandler, !isInside { continue }
        if event == .answer || event == .withdraw {
          if isClosed { continue }
          isClosed = true
        }
        let (rest, isCalled) = Self.play(event, &state)
        if isCalled {
          calls += 1
          isInside = true
        }
        if event == .leaveHandler { isInside = false }
        if rest != .nothing {
          ends += 1
          #expect(isClosed && !isInside)
        }
        if rest == .tell { #expect(calls == 1) }
      }
      #expect(calls <= 1)
      #expect(ends == (isClosed && !isInside ? 1 : 0))
      #expect((state == .over) == (ends == 1))
    }
  }
}
