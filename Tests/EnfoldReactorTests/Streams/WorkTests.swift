// Streams that closures feed: run, async and create.
@testable import Enfold
import EnfoldReactor
@testable import EnfoldTesting
import Testing

@Suite("Streams of work") struct WorkTests {
  struct Failure: Error {}

  let stage = Stage()

  // MARK: run

  @Test("run gives what its work sends, and ends with it") func run() async {
    let stream = Observable<Int>.run { [clock = stage.clock] send in
      await send(1)
      try await clock.sleep(for: .seconds(2))
      await send(2)
    }
    let subscription = stage.subscribe(to: stream)
    #expect(stage.new == ["1@0"])
    await stage.advance(by: 3)
    #expect(stage.new == ["2@2", "|@2"])
    withExtendedLifetime(subscription) {}
  }

  @Test("The work begins when a value is asked for, and waits until each was taken") func runOneByOne() async {
    let done = Locked(0)
    let stream = Observable<Int>.run { send in
      for number in 1...3 {
        await send(number)
        done.withLock { $0 = number }
      }
    }
    let subscriber = OneByOne<Int>()
    withDependencies(stage.dependencies) { stream.receive(subscriber: subscriber) }
    #expect(done.withLock { $0 } == 0)
    for number in 1...3 {
      subscriber.ask()
      await stage.advance(by: 0)
      #expect(subscriber.values == Array(1...number))
      #expect(done.withLock { $0 } == number)
    }
    #expect(subscriber.hasEnded)
  }

  @Test("An error goes to catch, and the stream ends") func runCatches() async {
    let stream = Observable<String>.run { send in
      await send("a")
      throw Failure()
    } catch: { error, send in
      await send("\(error)")
    }
    let subscription = stage.subscribe(to: stream)
    await stage.advance(by: 0)
    #expect(stage.new == ["a@0", "Failure()@0", "|@0"])
    withExtendedLifetime(subscription) {}
  }

  @Test("An error without catch is reported, and the stream ends", .issueReports(.testStoresOnly)) func runFails() async
  {
    let reactor = Worker { _ in throw Failure() }
    let store = TestStore(reactor)
    await withKnownIssue {
      await store.send(.start).finish()
    } matching: {
      "\($0)".contains("failed: Failure()")
    }
    guard case .failed = await Store(Worker { _ in throw Failure() }).send(.start).finish() else {
      return _ = Issue.record("the task of the action has not failed")
    }
  }

  @Test("A CancellationError ends the stream", arguments: [true, false]) func runCancelsItself(waits: Bool) async {
    let stream = Observable<Int>.run { [clock = stage.clock] _ in
      if waits { try await clock.sleep(for: .seconds(1)) }
      throw CancellationError()
    }
    let subscription = stage.subscribe(to: stream)
    await stage.advance(by: 1)
    #expect(stage.new == [waits ? "|@1" : "|@0"])
    withExtendedLifetime(subscription) {}
  }

  @Test("Who cancels cancels the work, and what it sends then is dropped") func runIsCancelled() async {
    let wasCancelled = Locked(false)
    let stream = Observable<Int>.run { [clock = stage.clock] send in
      try? await clock.sleep(for: .seconds(5))
      wasCancelled.withLock { $0 = Task.isCancelled }
      await send(1)
    }
    let subscription = stage.subscribe(to: stream)
    #expect(stage.clock.sleeperCount == 1)
    subscription.cancel()
    #expect(stage.clock.sleeperCount == 0)
    await stage.advance(by: 10)
    #expect(wasCancelled.withLock { $0 })
    #expect(stage.new == [])
  }

  @Test("A sender that waits for a subscriber that cancels goes on") func senderGoesOn() async {
    let hasEnded = Locked(false)
    let subscriber = OneByOne<Int>()
    withDependencies(stage.dependencies) {
      Observable<Int>.run { send in
        await send(1)
        await send(2)
        hasEnded.withLock { $0 = true }
      }
      .receive(subscriber: subscriber)
    }
    subscriber.ask()
    #expect(!hasEnded.withLock { $0 })
    subscriber.cancel()
    await stage.advance(by: 0)
    #expect(hasEnded.withLock { $0 })
    #expect(subscriber.values == [1])
  }

  @Test("async gives the value that work returns") func asynchronous() async {
    let stream = Observable<Int>.async { [clock = stage.clock] in
      try await clock.sleep(for: .seconds(1))
      return 7
    }
    let subscription = stage.subscribe(to: stream)
    await stage.advance(by: 2)
    #expect(stage.new == ["7@1", "|@1"])
    withExtendedLifetime(subscription) {}
  }

  // MARK: create

  @Test("create feeds each subscriber, and disposes at the end and when it is cancelled") func create() {
    let disposed = Locked(0)
    nonisolated(unsafe) var observers: [StreamObserver<Int>] = []  // kept, so that it is the end that disposes
    let stream = Observable<Int>.create { observer in
      observers.append(observer)
      observer.onNext(1)
      observer.onNext(2)
      observer.onCompleted()
      observer.onNext(3)
      return Disposables.create { disposed.withLock { $0 += 1 } }
    }
    #expect(values(of: stream) == [1, 2])
    #expect(disposed.withLock { $0 } == 1)
    #expect(valuesOneByOne(of: stream) == [1, 2])
    #expect(disposed.withLock { $0 } == 2)
    let endless = Observable<Int>.create { _ in Disposables.create { disposed.withLock { $0 += 1 } } }
    let subscription = stage.subscribe(to: endless)
    #expect(disposed.withLock { $0 } == 2)
    subscription.cancel()
    #expect(disposed.withLock { $0 } == 3)
    withExtendedLifetime(observers) {}
  }

  @Test("onError ends the stream and is reported", .issueReports(.testStoresOnly)) func createFails() async {
    let reactor = Creating()
    let store = Store(reactor)
    let task = store.send(.start)
    guard case .failed = await task.finish() else { return _ = Issue.record("the task of the action has not failed") }
    #expect(store.count == 1)
  }
}

/// Its mutations are what the work of the test sends.
@Reactor final class Worker: Reactor {
  enum Action: Sendable { case start }
  struct State: Sendable, Equatable { var log: [String] = [] }

  let initialState = State()
  let work: @Sendable (StreamSend<String>) async throws -> Void

  init(_ work: @escaping @Sendable (StreamSend<String>) async throws -> Void) { self.work = work }

  func mutate(action: Action) -> Observable<String> { .run { [work] send in try await work(send) } }
  func reduce(state: inout State, mutation: String) { state.log.append(mutation) }
}

@Reactor private final class Creating: Reactor {
  enum Action: Sendable { case start }
  struct State: Sendable, Equatable { var count = 0 }

  let initialState = State()

  func mutate(action: Action) -> Observable<Int> {
    .create { observer in
      observer.onNext(1)
      observer.onError(WorkTests.Failure())
      return Disposables.create()
    }
  }
  func reduce(state: inout State, mutation: Int) { state.count += mutation }
}
