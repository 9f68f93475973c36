// The order in which a TestClock wakes its sleepers.
import Testing

@testable import Enfold
@testable import EnfoldTesting

@Suite("TestClock: order")
struct SleepQueueTests {
  private var queue = SleepQueue<String, String>(now: .zero)

  private mutating func sleep(_ name: String, _ seconds: Int) -> (number: Int, waiters: [String]?) {
    let number = queue.takeNumber()
    return (number, queue.sleep(number, until: .seconds(seconds), name))
  }

  private mutating func wake(upTo seconds: Int) -> [String] {
    var names: [String] = []
    while let name = queue.wakeNext(upTo: .seconds(seconds)) { names.append("\(name) at \(queue.now)") }
    return names
  }

  @Test mutating func sleepersWakeInTheOrderOfDeadlinesThenOfRegistration() {
    for (name, seconds) in [("a", 3), ("b", 1), ("c", 3), ("d", 2), ("e", 1), ("f", 9)] { _ = sleep(name, seconds) }
    #expect(
      wake(upTo: 4) == [
        "b at 1.0 seconds", "e at 1.0 seconds", "d at 2.0 seconds", "a at 3.0 seconds", "c at 3.0 seconds",
      ])
    #expect(queue.now == .seconds(4) && queue.count == 1 && queue.lastDeadline == .seconds(9))
  }

  @Test mutating func aDeadlineInThePastIsRefused() {
    _ = wake(upTo: 2)
    #expect(sleep("a", 1).waiters == nil)
    #expect(sleep("b", 3).waiters == [])
  }

  @Test mutating func aDeadlineThatIsNowWaitsForTheNextAdvance() {
    #expect(sleep("a", 0).waiters == [])
    #expect(wake(upTo: 5) == [], "it fell asleep in this advance")
    queue.beginAdvance()
    #expect(wake(upTo: 5) == ["a at 5.0 seconds"])
  }

  @Test mutating func aSleeperIsCancelledOnce() {
    let number = sleep("a", 1).number
    #expect(queue.cancelSleep(number) == "a")
    #expect(queue.cancelSleep(number) == nil)
    #expect(wake(upTo: 5) == [])
  }

  @Test mutating func waitersAreReleasedWhenEnoughSleep() {
    #expect(queue.wait(1, for: 0, "none") == false)
    #expect(queue.wait(2, for: 2, "two") && queue.wait(3, for: 3, "three") && queue.wait(4, for: 2, "too"))
    #expect(sleep("a", 1).waiters == [])
    #expect(queue.cancelWait(4) == "too")
    #expect(queue.cancelWait(4) == nil)
    #expect(sleep("b", 1).waiters == ["two"])
    #expect(sleep("c", 1).waiters == ["three"])
    #expect(queue.wait(5, for: 3, "late") == false)
  }
}

/// Sleepers in an array, each found by looking at all.
private struct NaiveSleepers {
  var now = Duration.zero
  var sleepers: [(number: Int, deadline: Duration, fellAsleepIn: Int)] = []
  var advances = 1

  mutating func sleep(_ number: Int, until deadline: Duration) -> Bool {
    guard deadline >= now else { return false }
    let place = sleepers.firstIndex { $0.deadline > deadline } ?? sleepers.count
    sleepers.insert((number, deadline, deadline == now ? advances : 0), at: place)
    return true
  }

  mutating func wakeNext(upTo target: Duration) -> Int? {
    let place = sleepers.firstIndex { $0.deadline <= target && $0.fellAsleepIn < advances }
    now = max(now, place.map { sleepers[$0].deadline } ?? target)
    return place.map { sleepers.remove(at: $0).number }
  }
}

extension SleepQueueTests {
  @Test func sleepersAreWokenAsInANaiveModel() {
    for seed in 0..<UInt64(200) {
      var random = SeededGenerator(seed: seed)
      var queue = SleepQueue<Int, Never>(now: .zero)
      var model = NaiveSleepers()
      for _ in 0..<300 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
          let number = queue.takeNumber()
          let deadline = model.now + .seconds(Int.random(in: -1...6, using: &random))
          let (sleeps, expected) = (
            queue.sleep(number, until: deadline, number) != nil, model.sleep(number, until: deadline)
          )
          #expect(sleeps == expected)
        case 5:
          let number = model.sleepers.randomElement(using: &random)?.number ?? -1
          let cancelled = queue.cancelSleep(number)
          #expect(cancelled == (number == -1 ? nil : number))
          model.sleepers.removeAll { $0.number == number }
        case 6:
          queue.beginAdvance()
          model.advances += 1
        case 7:
          let first = queue.takeFirst()
          #expect(first == model.sleepers.first?.number)
          if first != nil { model.sleepers.removeFirst() }
        default:
          let target = model.now + .seconds(Int.random(in: 0...3, using: &random))
          let (woken, expected) = (queue.wakeNext(upTo: target), model.wakeNext(upTo: target))
          #expect(woken == expected)
        }
        #expect(queue.now == model.now && queue.count == model.sleepers.count)
        #expect(queue.lastDeadline == model.sleepers.last?.deadline)
      }
    }
  }
}
