// One random run on several threads, and what must hold whatever their interleaving was.
@testable import Enfold

/// Threads that send, observe, cancel and close as they like, with observers and effects that send too.
final class ThreadedRun: @unchecked Sendable {
  // Unchecked: immutable, or a log.

  struct Entry: Hashable, Sendable {
    var sender: Int
    var number: Int
    /// How many actions follow it, each sent in another way.
    var followers: Int
  }

  /// What one observer was told: the whole story so far, each time.
  final class Story: @unchecked Sendable {
    let told = Log<[Entry]>()
    let isCancelled = Box(false)
  }

  static let threads = 3
  let seed: UInt64
  let store: Store<[Entry], Entry>
  let closes: Bool
  let sent = Log<(Entry, StoreTask)>()
  let stories = Log<Story>()
  let subscriptions = Log<Subscription>()

  init(seed: UInt64) {
    self.seed = seed
    closes = seed.isMultiple(of: 4)
    store = Store(initialState: []) { state, action in
      state.append(action)
      guard action.followers > 0 else { return .none }
      let next = Entry(sender: action.sender + 10, number: action.number, followers: action.followers - 1)
      switch action.number % 4 {
      case 0: return .send(next)
      case 1: return .run { send in await send(next) }
      case 2:
        return .run { send in
          await Task.yield()
          await send(next)
        }
      default: return .concatenate(.run { _ in await Task.yield() }, .send(next))
      }
    }
  }

  func run() async {
    await onThreads(Self.threads) { [self] thread in
      var random = SeededGenerator(seed: seed &* 8 &+ UInt64(thread))
      var own: [(Subscription, Story)] = []
      for number in 0..<10 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<6:
          let entry = Entry(sender: thread, number: number, followers: Int.random(in: 0...2, using: &random))
          let task = store.send(entry)
          sent.append((entry, task))
          if Int.random(in: 0..<8, using: &random) == 0 { task.cancel() }
        case 6..<8:
          let story = Story()
          let subscription = store.observe({ $0 }, isDuplicate: nil) { story.told.append($0) }
          stories.append(story)
          subscriptions.append(subscription)
          own.append((subscription, story))
        case 8:
          if let (subscription, story) = own.popLast() {
            subscription.cancel()
            story.isCancelled.value = true
          }
        default: if closes, thread == 0, number > 5 { store.close() }
        }
      }
    }
    for (_, task) in sent.all { await task.finish() }
    await store.waitUntilIdle()
  }

  /// What is wrong, if anything.
  func problem() async -> String? {
    let final = store.state
    if store.engine?.pending != 0 { return "something is pending" }
    if Int(store.revision) != final.count { return "\(store.revision) commits, \(final.count) entries" }
    if Set(final).count != final.count { return "something was reduced twice: \(final)" }
    for thread in 0..<Self.threads {
      let numbers = final.filter { $0.sender == thread }.map(\.number)
      if numbers != numbers.sorted() { return "order of thread \(thread): \(final)" }
    }
    for (entry, task) in sent.all {
      guard let result = task.result else { return "the task of \(entry) goes on" }
      if result.isFinished {
        for level in 0...entry.followers {
          let follower = Entry(
            sender: entry.sender + 10 * level, number: entry.number, followers: entry.followers - level)
          if !final.contains(follower) { return "\(follower) is lost" }
        }
      }
    }
    let isClosed = store.send(Entry(sender: -1, number: 0, followers: 0)).result?.isCancelled == true
    for story in stories.all {
      let told = story.told.all
      for (before, after) in zip(told, told.dropFirst()) where Array(after.dropLast()) != before {
        return "a commit was missed or told twice: \(before), \(after)"
      }
      if let last = told.last, !final.starts(with: last), last != store.state { return "told \(last), is \(final)" }
      if !isClosed, !story.isCancelled.value, told.last != store.state { return "not told to the end" }
    }
    for subscription in subscriptions.all { subscription.cancel() }
    if store.engine?.observerCount != 0 { return "observers are left" }
    return nil
  }
}
