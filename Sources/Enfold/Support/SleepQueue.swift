// SleepQueue: the sleepers of a clock that is moved by hand. A state machine without locks or tasks.

/// The state of a clock that is moved by hand. Its methods return what the caller has to resume, outside the lock.
///
/// `Sleeper` is the continuation of a task that sleeps, `Waiter` that of a task that waits for sleepers.
package struct SleepQueue<Sleeper: Sendable, Waiter: Sendable>: Sendable {
  /// The place of a sleeper among all: in the order of their deadlines. With equal deadlines, in the order in which they came.
  private struct Place: Comparable, Sendable {
    let deadline: Duration
    let arrival: Int
    let number: Int

    static func < (first: Self, second: Self) -> Bool {
      (first.deadline, first.arrival) < (second.deadline, second.arrival)
    }
  }

  private struct Waiting: Sendable {
    let number: Int
    let count: Int
    let waiter: Waiter
  }

  package private(set) var now: Duration
  /// The sleepers, by their numbers.
  private var sleepers: [Int: (place: Place, sleeper: Sleeper)] = [:]
  /// The sleepers that may be woken when time passes.
  private var places = SortedList<Place>()
  /// Those that sleep for no time and fell asleep during this advance: a later advance wakes them.
  private var dozing = SortedList<Place>()
  private var waiting: [Waiting] = []
  private var lastNumber = 0
  private var arrivals = 0

  package init(now: Duration) { self.now = now }

  /// The number of sleepers.
  package var count: Int { sleepers.count }

  /// The last deadline of the present sleepers.
  package var lastDeadline: Duration? { [places.last, dozing.last].compactMap { $0?.deadline }.max() }

  /// A number for a new sleeper or waiter.
  package mutating func takeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Time is about to pass.
  package mutating func beginAdvance() {
    while let place = dozing.first {
      dozing.remove(place)
      places.insert(place)
    }
  }

  /// Adds a sleeper. Returns the waiters for as many sleepers as there are now, or fewer; nil if the deadline is in the past.
  ///
  /// If the deadline is now, it sleeps until the next advance, also one by no time.
  package mutating func sleep(_ number: Int, until deadline: Duration, _ sleeper: Sleeper) -> [Waiter]? {
    guard deadline >= now else { return nil }
    arrivals += 1
    let place = Place(deadline: deadline, arrival: arrivals, number: number)
    if deadline == now { dozing.insert(place) } else { places.insert(place) }
    sleepers[number] = (place, sleeper)
    if waiting.isEmpty { return [] }
    let done = waiting.filter { [count] in $0.count <= count }
    waiting.removeAll { [count] in $0.count <= count }
    return done.map(\.waiter)
  }

  /// Takes out a sleeper.
  package mutating func cancelSleep(_ number: Int) -> Sleeper? {
    guard let place = sleepers[number]?.place else { return nil }
    return take(place)
  }

  /// Takes out the sleeper whose deadline is the first.
  package mutating func takeFirst() -> Sleeper? {
    [places.first, dozing.first].compactMap { $0 }.min().flatMap { take($0) }
  }

  private mutating func take(_ place: Place) -> Sleeper? {
    if !places.remove(place) { dozing.remove(place) }
    return sleepers.removeValue(forKey: place.number)?.sleeper
  }

  /// Moves the time to the next deadline, and takes out the one who slept until then. If nobody sleeps until `target`,
  /// moves the time to `target`, unless that is in the past.
  package mutating func wakeNext(upTo target: Duration) -> Sleeper? {
    guard let next = places.first, next.deadline <= target else {
      now = max(now, target)
      return nil
    }
    now = max(now, next.deadline)
    return take(next)
  }

  /// Lets somebody wait for sleepers. False if there are that many already.
  package mutating func wait(_ number: Int, for count: Int, _ waiter: Waiter) -> Bool {
    guard self.count < count else { return false }
    waiting.append(Waiting(number: number, count: count, waiter: waiter))
    return true
  }

  /// Takes out a waiter.
  package mutating func cancelWait(_ number: Int) -> Waiter? {
    guard let position = waiting.firstIndex(where: { $0.number == number }) else { return nil }
    return waiting.remove(at: position).waiter
  }
}
