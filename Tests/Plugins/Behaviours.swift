// Small features that make the engine's behaviours visible to a host. Driven by Tests/C/behaviours.c.
import Enfold
import EnfoldPlugin
import Glibc

// MARK: Order

/// What is reduced in which order, as lines.
struct Log: Reducer {
  @ObservableState struct State: Equatable {
    var lines: [String] = []
    /// What the effects wrote down, each the moment it began.
    var begun: [Int] = []
  }

  @Action enum Action {
    case listen
    case enterA, exitA, enterB, exitB
    case wholeA, wholeB, interruptedA
    case tap, next1, next2, end, collect
  }

  private let subject = Subject<Action>()
  private let notes = Notes()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .listen: return subject.listen()

    // One action each for the beginning and the end.
    case .enterA:
      state.lines.append("enter A")
      return .send(.exitA)
    case .exitA: state.lines.append("exit A")
    case .enterB:
      state.lines.append("enter B")
      return .send(.exitB)
    case .exitB: state.lines.append("exit B")
    case .interruptedA:
      state.lines.append("enter A")
      subject.send(.enterB)
      return .send(.exitA)

    // One action for both.
    case .wholeA:
      state.lines.append("enter A")
      subject.send(.wholeB)
      state.lines.append("exit A")
    case .wholeB: state.lines += ["enter B", "exit B"]

    case .tap: return .merge(.send(.next1), .send(.next2), notes.write(1))
    case .next1: return .merge(.send(.end), notes.write(2))
    case .next2: return notes.write(3)
    case .end: return notes.write(4)
    case .collect: state.begun = notes.all
    }
    return .none
  }
}

/// Actions that are sent from inside `reduce`.
struct Echo: Reducer {
  @ObservableState struct State: Equatable {
    var count = 0
    var isOn = false
    var echoes = 0
  }

  @Action enum Action { case listen, incrementTapped, doIncrement, tap, emitted }

  private let subject = Subject<Action>()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .listen: return subject.listen()
    case .incrementTapped: subject.send(.doIncrement)
    case .doIncrement: state.count += 1
    case .tap:
      state.isOn = true
      subject.send(.emitted)
      state.isOn = false
    case .emitted:
      if state.isOn { state.count += 1 }
      state.echoes += 1
    }
    return .none
  }
}

// MARK: Many actions

/// Counts, in more ways than one.
struct Many: Reducer {
  @ObservableState struct State: Equatable { var count = 0 }

  @Action enum Action {
    case increment
    case set(Int)
    case nothing
    /// Sends itself until that number is reached.
    case climb(Int)
    case twice(Means)
    case flood(count: Int, means: Means)
  }

  /// How an effect sends several actions.
  enum Means: String, CaseIterable, JSONCodable {
    case merge, concatenate
    /// From an effect that does not suspend.
    case run
    /// From an effect that has left the draining thread.
    case later
    /// Each from a task of its own.
    case tasks
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .set(let count): state.count = count
    case .nothing: break
    case .climb(let target):
      state.count += 1
      if state.count < target { return .send(.climb(target)) }
    case .twice(let means): return flood(2, means)
    case .flood(let count, let means): return flood(count, means)
    }
    return .none
  }

  private func flood(_ count: Int, _ means: Means) -> Effect<Action> {
    switch means {
    case .merge: .merge(repeatElement(.send(.increment), count: count))
    case .concatenate: .concatenate(repeatElement(.send(.increment), count: count))
    case .run: .run { send in for _ in 0..<count { await send(.increment) } }
    case .later:
      .run { send in
        await leaveThread()
        for _ in 0..<count { await send(.increment) }
      }
    case .tasks:
      .run { send in
        await withTaskGroup { group in
          for _ in 0..<count { group.addTask { await send(.increment) } }
        }
      }
    }
  }
}

// MARK: Observation

/// Properties of several kinds.
struct Fields: Reducer {
  @ObservableState struct State {
    var route: String? = "initial"
    var number: Int?
    var text = ""
    var tag = Tag()
  }

  /// Not `Equatable`.
  @ObservableState struct Tag { var name = "" }

  @Action enum Action {
    case dismiss
    case present(String)
    case setNumber(Int)
    case setText(String)
    case setTag(String)
    case nothing
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .dismiss: state.route = nil
    case .present(let route): state.route = route
    case .setNumber(let number): state.number = number
    case .setText(let text): state.text = text
    case .setTag(let name): state.tag = Tag(name: name)
    case .nothing: break
    }
    return .none
  }
}

// MARK: Effects

/// Effects that answer, fail, or never end.
struct Responses: Reducer {
  @ObservableState struct State: Equatable {
    var text = ""
    var number = 0
    var level = 0
    /// The line of the effect that failed.
    var line = 0
  }

  @Action enum Action {
    case respond(String)
    case run(String)
    case runCatch(String)
    case fail(message: String, isLate: Bool)
    case never
    case cascade
    case response(level: Int)
    case tap
    case tapSlowly
    case answer(Int)
  }

  private let life = Life()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .respond(let text): state.text = text

    case .run(let text):
      return .run { send in
        await leaveThread()
        await send(.respond(text))
      }

    case .runCatch(let text):
      return .run { _ in
        await leaveThread()
        throw ActionError(text)
      } catch: { error, send in
        await send(.respond("caught: \(error)"))
      }

    case .fail(let message, let isLate):
      state.line = #line + 1
      return .run { _ in
        if isLate { await leaveThread() }
        throw ActionError(message)
      }

    case .never: return .run { _ in try await never() }

    case .cascade: return response(level: 1)
    case .response(let level):
      state.level = level
      let forever = Effect.run { (_: Send<Action>) in try await never() }
      return level < 3 ? .merge(forever, response(level: level + 1)) : forever

    case .tap:
      return .run { send in
        await leaveThread()
        await send(.answer(42))
      }
    case .tapSlowly:
      return .run { send in
        try await counted { try await Task.sleep(for: .seconds(100)) }
        await send(.answer(42))
      }
    case .answer(let number): state.number = number
    }
    return .none
  }

  private func response(level: Int) -> Effect<Action> {
    .run { send in
      await leaveThread()
      await send(.response(level: level))
    }
  }
}

/// Says when the work of all stores' effects has come to a number, and when as many stores of `Responses` are left.
struct Census: Reducer {
  @ObservableState struct State: Equatable { var isReached = false }

  @Action enum Action {
    case awaitWork(Int)
    case awaitStores(Int)
    case reached
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .awaitWork(let count): return awaited(count, of: runningWork)
    case .awaitStores(let count): return awaited(count, of: livingStores)
    case .reached: state.isReached = true
    }
    return .none
  }

  private func awaited(_ count: Int, of tally: Tally) -> Effect<Action> {
    .run { send in
      await tally.reaches(count)
      await send(.reached)
    }
  }
}

// MARK: Values

/// A state of any form and depth.
struct Anything: Reducer {
  @ObservableState struct State: Equatable { @Bindable var value = JSONValue.null }

  @Action enum Action {
    case set(JSONValue)
    /// Puts the value into so many arrays.
    case wrap(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .set(let value): state.value = value
    case .wrap(let count): for _ in 0..<count { state.value = .array([state.value]) }
    }
    return .none
  }
}

// MARK: Helpers

/// Where one effect listens to what `reduce` says.
private final class Subject<Action: Sendable>: Sendable {
  private let listener = Guarded<Send<Action>?>(nil)

  func listen() -> Effect<Action> {
    .run { [self] send in
      listener.withLock { $0 = send }
      try await never()
    }
  }

  func send(_ action: Action) { listener.withLock { $0 }?.immediately(action) }
}

/// Numbers that effects write down.
private final class Notes: Sendable {
  private let numbers = Guarded<[Int]>([])

  var all: [Int] { numbers.withLock { $0 } }

  func write<Action>(_ number: Int) -> Effect<Action> {
    .run { [self] _ in numbers.withLock { $0.append(number) } }
  }
}

/// A number that effects can wait for.
private final class Tally: Sendable {
  private struct Contents {
    var value = 0
    var waiters: [(value: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Takes out those whose number is there.
    mutating func takeReached() -> [CheckedContinuation<Void, Never>] {
      let reached = waiters.filter { $0.value == value }.map(\.continuation)
      waiters.removeAll { $0.value == value }
      return reached
    }
  }

  private let contents = Guarded(Contents())

  func add(_ amount: Int) {
    let reached = contents.withLock {
      $0.value += amount
      return $0.takeReached()
    }
    for continuation in reached { continuation.resume() }
  }

  nonisolated(nonsending) func reaches(_ value: Int) async {
    await withCheckedContinuation { continuation in
      let reached = contents.withLock {
        $0.waiters.append((value, continuation))
        return $0.takeReached()
      }
      for continuation in reached { continuation.resume() }
    }
  }
}

/// A value and its lock: one that ThreadSanitizer knows, other than `Mutex`.
private final class Guarded<Value>: @unchecked Sendable {
  // Unchecked: `value` is used with the lock held only.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  func withLock<R>(_ body: (inout Value) -> R) -> R {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body(&value)
  }
}

private let runningWork = Tally()
private let livingStores = Tally()

/// Lives as long as the reducer of a store, which is as long as the store.
private final class Life: Sendable {
  init() { livingStores.add(1) }
  deinit { livingStores.add(-1) }
}

/// Does something that counts as running work until it has returned.
private nonisolated(nonsending) func counted(_ work: nonisolated(nonsending) () async throws -> Void) async rethrows {
  runningWork.add(1)
  defer { runningWork.add(-1) }
  try await work()
}

/// Ends only when it is cancelled.
private nonisolated(nonsending) func never() async throws {
  try await counted {
    for await _ in AsyncStream(Never.self, { _ in }) {}
    throw CancellationError()
  }
}

#enfoldPlugin(
  id: "org.enfold.tests.behaviours", version: "1.0.0",
  features: [Log.self, Echo.self, Many.self, Fields.self, Responses.self, Census.self, Anything.self])
