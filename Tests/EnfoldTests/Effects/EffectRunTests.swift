// Asynchronous work: what it sends, how it fails, how it ends.
import EnfoldTesting
@testable import Enfold
import Testing

struct Failure: Error, Equatable { var reason = "broken" }

@Suite("Running effects") struct EffectRunTests {
  enum Action: Equatable, Sendable {
    case tapped
    case response(Int)
  }

  /// A store whose `tapped` returns this effect, and whose state is the last response.
  static func makeStore(_ effect: Effect<Action>) -> Store<Int, Action> {
    Store(initialState: 0) { state, action in
      switch action {
      case .tapped: return effect
      case .response(let value):
        state = value
        return .none
      }
    }
  }

  @Test("An effect sends its response")  // 34
  func runSends() async {
    let store = Self.makeStore(.run { send in await send(.response(42)) })
    #expect(await store.send(.tapped).finish().isFinished)
    #expect(store.state == 42)
  }

  @Test("An effect whose error is caught sends its response from there, and finishes")  // 34
  func catchSends() async {
    let store = Self.makeStore(
      .run { _ in
        throw Failure()
      } catch: { error, send in
        #expect(error as? Failure == Failure())
        await send(.response(7))
      })
    #expect(await store.send(.tapped).finish().isFinished)
    #expect(store.state == 7)
  }

  @Test("An effect that throws without a handler fails: a diagnostic names action, effect and error")  // 35
  func unhandledFailure() async throws {
    let line: UInt = #line + 1
    let store = Self.makeStore(.run(name: "loading") { _ in throw Failure(reason: "no network") })
    var diagnostics = store.diagnostics.makeAsyncIterator()
    let result = await store.send(.tapped).finish()
    #expect(result.error as? Failure == Failure(reason: "no network"))
    let diagnostic = try #require(await diagnostics.next())
    #expect(diagnostic.level == .error)
    #expect(diagnostic.action == "tapped")
    #expect(diagnostic.effect?.name == "loading")
    #expect(diagnostic.effect?.line == line)
    #expect(diagnostic.effect?.fileID.hasSuffix("EffectRunTests.swift") == true)
    #expect(diagnostic.message.contains("no network"))
    #expect("\(diagnostic)".contains("EffectRunTests.swift:\(line)"))
    #expect(store.state == 0)
  }

  @Test("The store goes on after an effect has failed", .issueReports(.testStoresOnly))  // 35
  func storeSurvivesFailure() async {
    let store = Self.makeStore(.run { _ in throw Failure() })
    await store.send(.tapped).finish()
    store.send(.response(3))
    #expect(store.state == 3)
  }

  @Test("A diagnostic names the action without its payload")
  func diagnosticNamesTheActionOnly() async throws {
    let store = Store<Int, Action>(initialState: 0) { _, _ in .run { _ in throw Failure() } }
    var diagnostics = store.diagnostics.makeAsyncIterator()
    store.send(.response(1234))
    #expect(try #require(await diagnostics.next()).action == "response(_:)")
  }

  @Test("Every listener gets every diagnostic") func severalListeners() async {
    let store = Self.makeStore(.run { _ in throw Failure() })
    let streams = [store.diagnostics, store.diagnostics]
    await store.send(.tapped).finish()
    await store.send(.tapped).finish()
    store.close()
    for stream in streams {
      var count = 0
      for await _ in stream { count += 1 }
      #expect(count == 2)
    }
  }

  @Test("A CancellationError is no failure: no handler, no diagnostic, the effect ends")  // 36
  func cancellationErrorIsNoFailure() async {
    let handled = Log<String>()
    let store = Self.makeStore(
      .run { _ in
        throw CancellationError()
      } catch: { _, _ in
        handled.append("handled")
      })
    let diagnostics = store.diagnostics
    await store.send(.tapped).finish()
    store.close()
    for await diagnostic in diagnostics { handled.append(diagnostic.message) }
    #expect(handled.all == [])
  }

  @Test("What an effect throws after it was cancelled is no failure")  // 36
  func errorAfterCancellationIsNoFailure() async {
    let handled = Log<String>()
    let ended = Gate()
    let store = Self.makeStore(
      .run { _ in
        defer { ended.open() }
        do { try await forever() } catch { throw Failure() }
      } catch: { _, _ in
        handled.append("handled")
      })
    let diagnostics = store.diagnostics
    let task = store.send(.tapped)
    task.cancel()
    #expect(await task.finish().isCancelled)
    await ended.wait()
    store.close()
    for await diagnostic in diagnostics { handled.append(diagnostic.message) }
    #expect(handled.all == [])
  }

  @Test("An effect begins before send returns") func effectBeginsAtOnce() {
    let log = Log<String>()
    let store = Self.makeStore(
      .run { _ in
        log.append("begin")
        try await forever()
      })
    store.send(.tapped)
    #expect(log.all == ["begin"])
  }

  @Test("An effect begins before the observers of its commit are called") func effectBeginsBeforeObservers() {
    let log = Log<String>()
    let store = Self.makeStore(.run { _ in log.append("effect") })
    let subscription = store.observe(\.self, filter: .raw, initial: false) { _ in log.append("observer") }
    store.send(.tapped)
    #expect(log.all == ["effect", "observer"])
    subscription.cancel()
  }

  @Test("What an effect sends after it has ended is dropped", .issueReports(.testStoresOnly)) func sendAfterTheEnd()
    async
  {
    let kept = Box<Send<Action>?>(nil)
    let store = Self.makeStore(.run { send in kept.value = send })
    await store.send(.tapped).finish()
    kept.value?.immediately(.response(9))
    #expect(store.state == 0)
  }

  @Test("What an effect sends after its store has gone is dropped") func sendAfterTheStore() async {
    let kept = Box<Send<Action>?>(nil)
    let release = Gate()
    var store: Store<Int, Action>? = Self.makeStore(
      .run { send in
        kept.value = send
        await release.wait()
      })
    store?.send(.tapped)
    store = nil
    kept.value?.immediately(.response(9))
    release.open()
  }

  @Test("An effect sends from a callback, without being asynchronous") func sendImmediately() async {
    let store = Self.makeStore(.run { send in send.immediately(.response(5)) })
    await store.send(.tapped).finish()
    #expect(store.state == 5)
  }

  @Test("Fire and forget: a side effect, no action, no change of state")  // 74
  func fireAndForget() async {
    let log = Log<String>()
    let store = Self.makeStore(.run { _ in log.append("saved") })
    #expect(await store.send(.tapped).finish().isFinished)
    #expect(log.all == ["saved"])
    #expect(store.state == 0)
  }

  @Test("The number of running effects goes from 0 to 1 and back")  // 68
  func runningEffects() async {
    let release = Gate()
    let store = Self.makeStore(.run { _ in await release.wait() })
    #expect(store.runningEffects == 0)
    let task = store.send(.tapped)
    #expect(store.runningEffects == 1)
    release.open()
    await task.finish()
    #expect(store.runningEffects == 0)
  }
}
