// The state machine of draining by itself: every state, every visitor, every view.
@testable import Enfold
import Testing

@Suite("The state machine of draining") struct DrainStateTests {
  private static var states: [DrainState] { (0..<256).map { DrainState(bits: $0) } }
  private static var visitors: [DrainState.Visitor] {
    (0..<8).map { DrainState.Visitor(mayDrain: $0 & 1 != 0, isInsideGate: $0 & 2 != 0, drainsOnCaller: $0 & 4 != 0) }
  }

  @Test("There is one drainer: who claims becomes it exactly if nobody is and the store is not closed")
  func thereIsOneDrainer() {
    for before in Self.states {
      var state = before
      let claims = state.claim()
      #expect(claims == !before.has(DrainState.draining | DrainState.closed))
      #expect(claims ? state.has(DrainState.draining) && !state.has(DrainState.scheduled) : state == before)
    }
  }

  @Test("What is announced stays announced, and somebody sees to it")
  func somebodySeesToWhatIsAnnounced() {
    for before in Self.states where !before.has(DrainState.closed) {
      for visitor in Self.visitors {
        for news in [DrainState.waiting, DrainState.closing] {
          var state = before
          let duty = state.announce(news, by: visitor)
          #expect(state.has(news))
          let isSeenTo =
            before.has(DrainState.draining) || duty != .nothing || before.has(DrainState.scheduled)
            || (visitor.drainsOnCaller && !visitor.mayDrain)  // its caller sees to it
          #expect(isSeenTo, "\(before) \(visitor)")
          #expect((duty == .drain) == (state.has(DrainState.draining) && !before.has(DrainState.draining)))
          if duty == .schedule { #expect(state.has(DrainState.scheduled) && !before.has(DrainState.scheduled)) }
          if duty == .drainLater { #expect(visitor.isInsideGate && !state.has(DrainState.draining)) }
        }
      }
    }
  }

  @Test("An executor is told once until it drains") func theExecutorIsToldOnce() {
    let visitor = DrainState.Visitor(mayDrain: false, isInsideGate: false, drainsOnCaller: false)
    var state = DrainState(bits: DrainState.idle)
    #expect(state.announce(DrainState.waiting, by: visitor) == .schedule)
    #expect(state.announce(DrainState.waiting, by: visitor) == .nothing)
    let claims = state.claim()
    #expect(claims)
    state.stop(hasMore: false)
    #expect(state == DrainState(bits: DrainState.idle))
    #expect(state.announce(DrainState.waiting, by: visitor) == .schedule)
  }

  @Test("That a store is held, or has breakpoints, is known until somebody says otherwise, and it is never idle then")
  func whatHoldsItStays() {
    for before in Self.states where !before.has(DrainState.closed) {
      for (isHeld, hasBreakpoints) in [(false, false), (false, true), (true, false), (true, true)] {
        var state = before
        state.note(isHeld: isHeld, hasBreakpoints: hasBreakpoints)
        #expect((state.has(DrainState.held), state.has(DrainState.stopping)) == (isHeld, hasBreakpoints))
        #expect(state.has(DrainState.draining) == before.has(DrainState.draining))
        if state.claim() { state.stop(hasMore: false) }
        #expect((state.has(DrainState.held), state.has(DrainState.stopping)) == (isHeld, hasBreakpoints))
        if isHeld || hasBreakpoints { #expect(state != DrainState(bits: DrainState.idle)) }
      }
    }
  }

  /// A queue as a turn sees it.
  private struct Queue {
    var next = 0
    var waiting = 0
    var foreign: UInt64 = 0
    var isClosing = false
    var hasPostponed = false

    var view: DrainTurn.View {
      DrainTurn.View(
        isClosing: isClosing, isEmpty: next + waiting == 0, takesWaiting: next == 0, foreignEntries: foreign,
        hasPostponed: hasPostponed)
    }

    mutating func pop() { if next > 0 { next -= 1 } else { waiting -= 1 } }
  }

  @Test("A turn takes what waits, tells the end of the drain once, and stops")
  func aTurnTakesWhatWaits() {
    var queue = Queue(waiting: 3, hasPostponed: true)
    var turn = DrainTurn(limit: .max, drainsOnCaller: true, hasWorked: false, waiting: 3, foreignEntries: 0)
    var steps: [DrainTurn.Step] = []
    while steps.last != .stop(hasMore: false), steps.count < 10 {
      let step = turn.next(queue.view, patience: 4)
      steps.append(step)
      if step == .take { queue.pop() }
      if step == .tellPostponed { queue.hasPostponed = false }
    }
    #expect(steps == [.take, .take, .take, .tellPostponed, .stop(hasMore: false)])
  }

  @Test("A turn ends at its limit, and says that more is left") func aTurnEndsAtItsLimit() {
    var queue = Queue(waiting: 3)
    var turn = DrainTurn(limit: 2, drainsOnCaller: false, hasWorked: false, waiting: 3, foreignEntries: 0)
    for _ in 0..<2 {
      #expect(turn.next(queue.view, patience: 4) == .take)
      queue.pop()
      turn.reduced += 1
    }
    #expect(turn.next(queue.view, patience: 4) == .stop(hasMore: true))
  }

  @Test("Threads that send steadily do not hold a drainer for ever, but what waited at its beginning it does itself")
  func aTurnIsFair() {
    for drainsOnCaller in [true, false] {
      var queue = Queue(waiting: 2)
      var turn = DrainTurn(limit: .max, drainsOnCaller: drainsOnCaller, hasWorked: false, waiting: 2, foreignEntries: 0)
      var taken = 0
      var step = turn.next(queue.view, patience: 4)
      while step == .take, taken < 100 {
        queue.pop()
        taken += 1
        // Somebody else sends two for each that is taken.
        queue.waiting += 2
        queue.foreign += 2
        step = turn.next(queue.view, patience: 4)
      }
      #expect(step == (drainsOnCaller ? .offer : .stop(hasMore: true)))
      #expect(taken >= 2 && taken <= 4)
    }
  }

  @Test("Whatever it was about to do, a turn closes a store that is closing") func closingComesFirst() {
    for waiting in 0..<3 {
      let queue = Queue(waiting: waiting, isClosing: true, hasPostponed: true)
      var turn = DrainTurn(limit: 0, drainsOnCaller: true, hasWorked: true, waiting: waiting, foreignEntries: 0)
      #expect(turn.next(queue.view, patience: 0) == .close)
    }
  }
}
