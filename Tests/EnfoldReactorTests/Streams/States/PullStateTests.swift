// The state machine of PublisherPull by itself: a table of all steps, and publishers by chance.
@testable import EnfoldReactor
@testable import EnfoldTesting
import Testing

private typealias State = PullState<String, Int, String>

private struct Fault: Error, Equatable { let name: String }

private func name(_ error: (any Error)?) -> String {
  switch error {
  case nil: "fine"
  case let error as Fault: error.name
  default: "cancelled"
  }
}

@Suite("The state machine of a publisher that is asked for one value at a time") struct PullStateTests {
  /// The fields of a state: how far the subscription has come, where values go, and which error was noted.
  private static func fields(_ state: State) -> [String] {
    switch state {
    case .open(let source, let target, let failed):
      let from =
        switch source {
        case .early(let isAsked): isAsked ? "due" : "early"
        case .idle("sub"): "idle"
        case .asked("sub"): "asked"
        default: "?"
        }
      let to =
        switch target {
        case .none(let values): "\(values.count)"
        case .receiver(let receiver): receiver
        }
      return [from, to, name(failed)]
    case .ended(let values, let error): return ["ended", "\(values.count)", name(error)]
    case .over: return ["over"]
    }
  }

  private static func made(_ fields: [String]) -> State {
    if fields == ["over"] { return .over }
    let values = Array(0..<(Int(fields[1]) ?? 0))
    let error = fields[2] == "fine" ? nil : Fault(name: fields[2])
    if fields[0] == "ended" { return .ended(values, error) }
    let source: State.Source =
      switch fields[0] {
      case "early": .early(isAsked: false)
      case "due": .early(isAsked: true)
      case "idle": .idle("sub")
      default: .asked("sub")
      }
    return .open(source, fields[1] == "receiver" ? .receiver("receiver") : .none(values), failed: error)
  }

  private static func play(_ event: String, _ before: [String]) -> [String] {
    var state = made(before)
    let answer: String
    switch event {
    case "subscribe": answer = "\(state.subscribe("sub"))"
    case "receive": answer = state.receive(9) ?? "none"
    case "want": answer = state.isForwarding ? "yes" : "no"
    case "note":
      state.note(Fault(name: "noted"))
      answer = "-"
    case "finish": answer = state.end(nil).map { "\($0.receiver) \(name($0.error))" } ?? "none"
    case "fail": answer = state.end(Fault(name: "failed")).map { "\($0.receiver) \(name($0.error))" } ?? "none"
    case "ask": answer = state.ask() ?? "none"
    case "take":
      let first = state.take()
      answer = "\(first.value.map { "\($0)" } ?? "none") \(first.hasEnded ? "last" : "more")"
    case "forward":
      answer =
        switch state.forward(to: "receiver") {
        case .give(let value): "give \(value)"
        case .ask(let subscription): "ask \(subscription ?? "none")"
        case .end(let error): "end \(name(error))"
        }
    default:
      let past = state.cancel()
      answer = "\(past.subscription ?? "none") \(past.dropped.count) \(past.receiver ?? "none")"
    }
    return [answer] + fields(state)
  }

  @Test("Each event in each state does what the table says") func table() {
    let table = TransitionTable(
      """
      subscribe | early * *            -> keep           | idle = =
      subscribe | due * *              -> ask            | asked = =
      subscribe | idle,asked,ended * * -> cancel         | = = =
      subscribe | over                 -> cancel         | over

      receive   | ended * *            -> none           | = = =
      receive   | * receiver *         -> receiver       | = = =
      receive   | asked * *            -> none           | idle +1 =
      receive   | early,due,idle * *   -> none           | = +1 =
      receive   | over                 -> none           | over
      want      | * receiver *         -> yes            | = = =
      want      | * * *                -> no             | = = =
      want      | over                 -> no             | over

      note      | ended * *            -> -              | = = =
      note      | * * old              -> -              | = = old
      note      | * * fine             -> -              | = = noted
      note      | over                 -> -              | over
      finish    | ended * *            -> none           | = = =
      finish    | * receiver fine      -> receiver fine  | over
      finish    | * receiver old       -> receiver old   | over
      finish    | * * *                -> none           | ended = =
      finish    | over                 -> none           | over
      fail      | ended * *            -> none           | = = =
      fail      | * receiver *         -> receiver failed | over
      fail      | * * *                -> none           | ended = failed
      fail      | over                 -> none           | over

      ask       | early,due * *        -> none           | due = =
      ask       | idle * *             -> sub            | asked = =
      ask       | asked,ended * *      -> none           | = = =
      ask       | over                 -> none           | over
      take      | * receiver *         -> none more      | = = =
      take      | ended 0 fine         -> none last      | = = =
      take      | ended 1 fine         -> 0 last         | = 0 =
      take      | * 2 *                -> 0 more         | = 1 =
      take      | * 1 *                -> 0 more         | = 0 =
      take      | * 0 *                -> none more      | = 0 =
      take      | over                 -> none more      | over

      forward   | * 2 *                -> give 0         | = 1 =
      forward   | * 1 *                -> give 0         | = 0 =
      forward   | ended 0 fine         -> end fine       | over
      forward   | ended 0 old          -> end old        | over
      forward   | early,due 0 *        -> ask none       | due receiver =
      forward   | idle 0 *             -> ask sub        | asked receiver =
      forward   | asked 0 *            -> ask none       | asked receiver =
      forward   | over                 -> ask none       | over

      cancel    | early,due receiver * -> none 0 receiver | over
      cancel    | * receiver *         -> sub 0 receiver | over
      cancel    | early,due 0 *        -> none 0 none    | ended 0 cancelled
      cancel    | early,due 1 *        -> none 1 none    | ended 0 cancelled
      cancel    | early,due 2 *        -> none 2 none    | ended 0 cancelled
      cancel    | ended 0 *            -> none 0 none    | = = =
      cancel    | ended 1 *            -> none 1 none    | = 0 =
      cancel    | ended 2 *            -> none 2 none    | = 0 =
      cancel    | * 0 *                -> sub 0 none     | ended 0 cancelled
      cancel    | * 1 *                -> sub 1 none     | ended 0 cancelled
      cancel    | * 2 *                -> sub 2 none     | ended 0 cancelled
      cancel    | over                 -> none 0 none    | over
      """)
    let sources = ["early", "due", "idle", "asked"]
    let waiting = combinations(sources + ["ended"], ["0", "1", "2"], ["fine", "old"]) + [["over"]]
    let forwarding = combinations(sources, ["receiver"], ["fine", "old"])
    let events = ["subscribe", "receive", "want", "note", "finish", "fail", "ask", "take", "cancel"]
    // Values are forwarded once.
    let faults = table.faults(states: waiting + forwarding, events: events, Self.play)
    let further = table.faults(states: waiting, events: ["forward"], Self.play)
    let all = (faults + further).filter { !$0.hasPrefix("no state fits") }
    #expect(all.isEmpty, "\(all.joined(separator: "\n"))")
    let unused = Set(faults).intersection(further)
    #expect(unused.isEmpty, "\(unused)")
  }

  @Test("Whatever a publisher does, each value comes once and in order, and the receiver hears of one end")
  func chance() {
    for seed: UInt64 in 1...3_000 {
      var dice = Dice(seed)
      var state = State.open(.early(isAsked: false), .none([]), failed: nil)
      var (sent, got, dropped, demand, ends, subscriptions) = (0, 0, 0, 0, 0, 0)
      var (hasReceiver, isForwarding, hasEnded) = (false, false, false)
      for _ in 0..<60 {
        switch Int.random(in: 0...9, using: &dice) {
        case 0:
          switch state.subscribe("sub") {
          case .keep: subscriptions += 1
          case .ask:
            subscriptions += 1
            demand += 1
          case .cancel: #expect(subscriptions == 1 || hasEnded)
          }
        case 1...3 where demand > 0:  // a publisher that gives what it was asked for
          demand -= 1
          let receiver = state.receive(sent)
          #expect((receiver != nil) == (isForwarding && !hasEnded))
          if receiver != nil {
            #expect(got == sent && ends == 0)
            got += 1
            if state.isForwarding { demand += 1 }
          }
          if !hasEnded { sent += 1 }
        case 4 where !hasReceiver:
          if state.ask() != nil { demand += 1 }
          if let value = state.take().value {
            #expect(value == got)
            got += 1
          }
        case 5, 6:
          if isForwarding { break }
          hasReceiver = true
          switch state.forward(to: "receiver") {
          case .give(let value):
            #expect(value == got)
            got += 1
          case .ask(let subscription):
            isForwarding = true
            if subscription != nil { demand += 1 }
          case .end:
            #expect(hasEnded)
            isForwarding = true
            ends += 1
          }
        case 7 where Int.random(in: 0...4, using: &dice) == 0:
          if state.end(nil) != nil { ends += 1 }
          hasEnded = true
          demand = 0
        case 8 where Int.random(in: 0...4, using: &dice) == 0:
          let past = state.cancel()
          dropped += past.dropped.count
          if past.receiver != nil { ends += 1 }
          hasEnded = true
          demand = 0
        default: state.note(Fault(name: "noted"))
        }
        #expect(demand <= 1, "one at a time")
        #expect(ends == (isForwarding && hasEnded ? 1 : 0))
        if case .over = state { #expect(got + dropped == sent) }
      }
    }
  }

  /// Makes its subscription when it is told to.
  private final class Late: Publisher {
    typealias Output = Int
    typealias Failure = Never
    private let subscriber = Locked<(@Sendable () -> Void)?>(nil)

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Int, Downstream.Failure == Never {
      nonisolated(unsafe) let subscriber = subscriber  // used by one thread
      self.subscriber.withLock { $0 = { Just(7).receive(subscriber: subscriber) } }
    }

    func subscribe() { subscriber.withLock { $0 }?() }
  }

  @Test("A publisher that makes its subscription late is asked then") func late() {
    let late = Late()
    let pull = PublisherPull<Int>()
    late.setFailureType(to: (any Error).self).receive(subscriber: pull)
    let values = Locked<[Int]>([])
    #expect(pull.first().value == nil)
    pull.forward { value in
      values.withLock { $0.append(value) }
    } ended: { error in
      #expect(error == nil)
    }
    late.subscribe()
    #expect(values.withLock { $0 } == [7])
  }
}
