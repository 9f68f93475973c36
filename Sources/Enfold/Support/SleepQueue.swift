// SleepQueue: the sleepers of a clock that is moved by hand. A state machine without locks or tasks.

/// The state of a clock that is moved by hand. Its methods return what the caller has to resume, outside the lock.
///
/// `Sleeper` is the continuation of a task that sleeps, `Waiter` that of a task that waits for sleepers.
package struct SleepQueue<Sleeper: Sendable, Waiter: Sendable>: Sendable {
  private struct Entry: Sendable {
    let number: Int
    let deadline: Duration
    let sleeper: Sleeper
    /// The advance during which it fell asleep, if it sleeps for no time: a later advance wakes it. Otherwise 0.
    let fellAsleepIn: Int
  }

  private struct Waiting: Sendable {
    let number: Int
    let count: Int
    let waiter: Waiter
  }

  package private(set) var now: Duration
  /// The sleepers, in the order of their deadlines. With equal deadlines, in the order in which they came.
  private var entries: [Entry] = []
  private var waiting: [Waiting] = []
  private var lastNumber = 0
  /// How often time was let pass.
  private var advances = 1

  package init(now: Duration) { self.now = now }

  /// The number of sleepers.
  package var count: Int { entries.count }

  /// The last deadline of the present sleepers.
  package var lastDeadline: Duration? { entries.last?.deadline }

  /// A number for a new sleeper or waiter.
  package mutating func takeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Time is about to pass.
  package mutating func beginAdvance() { advances += 1 }

  /// Adds a sleeper. Returns the waiters for this number of sleepers, or nil if the deadline is in the past.
  ///
  /// If the deadline is now, it sleeps until time is let pass again, even if it is no time.
  package mutating func sleep(_ number: Int, until deadline: Duration, _ sleeper: Sleeper) -> [Waiter]? {
    guard deadline >= now else { return nil }
    // Behind those with the same deadline. Found by halving, because the entries are in order.
    var (position, end) = (0, entries.count)
    while position < end {
      let middle = (position + end) / 2
      if entries[middle].deadline > deadline { end = middle } else { position = middle + 1 }
    }
    let entry = Entry(
      number: number, deadline: deadline, sleeper: sleeper, fellAsleepIn: deadline == now ? advances : 0)
    entries.insert(entry, at: position)
    let done = waiting.filter { $0.count <= entries.count }
    waiting.removeAll { $0.count <= entries.count }
    return done.map(\.waiter)
  }

  /// Takes out a sleeper.
  package mutating func cancelSleep(_ number: Int) -> Sleeper? {
    guard let position = entries.firstIndex(where: { $0.number == number }) else { return nil }
    return entries.remove(at: position).sleeper
  }

  /// Takes out the sleeper whose deadline is the first.
  package mutating func takeFirst() -> Sleeper? { entries.isEmpty ? nil : entries.removeFirst().sleeper }

  /// Moves the time to the next deadline, and takes out the one who slept until then. If nobody sleeps until `target`,
  /// moves the time to `target`, unless that is in the past.
  package mutating func wakeNext(upTo target: Duration) -> Sleeper? {
    let isDue = { [advances] (entry: Entry) in entry.deadline <= target && entry.fellAsleepIn < advances }
    guard let position = entries.firstIndex(where: isDue) else {
      now = max(now, target)
      return nil
    }
    now = max(now, entries[position].deadline)
    return entries.remove(at: position).sleeper
  }

  /// Lets somebody wait for sleepers. False if there are that many already.
  package mutating func wait(_ number: Int, for count: Int, _ waiter: Waiter) -> Bool {
    guard entries.count < count else { return false }
    waiting.append(Waiting(number: number, count: count, waiter: waiter))
    return true
  }

  /// Takes out a waiter.
  package mutating func cancelWait(_ number: Int) -> Waiter? {
    guard let position = waiting.firstIndex(where: { $0.number == number }) else { return nil }
    return waiting.remove(at: position).waiter
  }
}
