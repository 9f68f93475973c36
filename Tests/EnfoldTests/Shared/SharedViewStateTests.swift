// @SharedViewState: what views show and hosts write, in several states.
import Enfold
import EnfoldTesting
import Testing

private struct Screen: Reducer {
  @ObservableState struct State: Equatable {
    @SharedViewState(.memory, key: "level") var level = 0
    @SharedViewState(.memory, key: "beat", ignoreEquality: true) var beat = 0
    @SharedReader(.memory, key: "level") var seen = 0
  }

  enum Action: Sendable {
    case set(Int)
    case beat
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .set(let level): state.level = level
    case .beat: state.beat = 0
    }
    return .none
  }
}

@Suite struct SharedViewStateTests {
  private let registry = SharedRegistry(directory: .none)

  private func open() -> Store<Screen.State, Screen.Action> {
    Store(
      initialState: Screen.State(), reducer: Screen(), dependencies: DependencyValues(.test) { $0.shared = registry })
  }

  private func level() -> Shared<Int> {
    withDependencies(DependencyValues(.test) { $0.shared = registry }) {
      let shared = Shared(wrappedValue: 0, .memory, key: "level")
      _ = shared.wrappedValue
      return shared
    }
  }

  // 143
  @Test func bothWaysOnceForEachChange() {
    let (first, second) = (open(), open())
    let (ofFirst, ofSecond) = (Log<Int>(), Log<Int>())
    let one = first.observe(\.level) { level in ofFirst.append(level) }
    let two = second.observe(\.level) { level in ofSecond.append(level) }
    let shared = level()
    first.send(.set(42))
    #expect(shared.wrappedValue == 42)
    shared.withLock { $0 = 99 }
    #expect(first.level == 99 && second.level == 99)
    #expect(first.seen == 99)
    first.send(.set(99))
    shared.withLock { $0 = 99 }
    #expect(ofFirst.all == [0, 42, 99])
    #expect(ofSecond.all == [0, 42, 99])
    one.cancel()
    two.cancel()
  }

  // 143
  @Test func hostsWriteTheSharedValue() {
    let (first, second) = (open(), open())
    first.set(\.level, to: 7)
    #expect(second.level == 7)
    #expect(level().wrappedValue == 7)
  }

  // 143
  @Test func aHundredRapidAssignments() {
    let (first, second) = (open(), open())
    let heard = Log<Int>()
    let subscription = second.observe(\.level, initial: false) { level in heard.append(level) }
    for number in 0..<100 { first.send(.set(number)) }
    #expect(first.level == 99 && second.level == 99)
    #expect((1...100).contains(heard.count))
    subscription.cancel()
  }

  // 143
  @Test func twoThreadsAgree() async {
    let stores = [open(), open()]
    await withTaskGroup(of: Void.self) { group in
      group.addTask { stores[0].send(.set(40)) }
      group.addTask { stores[1].send(.set(80)) }
    }
    for store in stores { await store.waitUntilIdle() }
    #expect(stores[0].level == stores[1].level)
    #expect(stores[0].level == level().wrappedValue)
    #expect([40, 80].contains(stores[0].level))
  }

  // 143
  @Test func storesComeAndGo() {
    let kept = level()
    for number in 1...10 {
      let store = open()
      store.send(.set(number))
      store.close()
    }
    #expect(kept.wrappedValue == 10)
  }

  // 143
  @Test func manyAtOnce() async {
    let stores = (0..<5).map { _ in open() }
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<500 {
        group.addTask {
          switch index % 3 {
          case 0: stores[index % 5].send(.set(index))
          case 1: level().withLock { $0 += 1 }
          default: _ = stores[index % 5].state
          }
        }
      }
    }
    for store in stores { await store.waitUntilIdle() }
    for store in stores { #expect(store.level == stores[0].level) }
  }

  @Test func everyAssignmentCounts() {
    let (first, second) = (open(), open())
    let (ofFirst, ofSecond) = (Log<Int>(), Log<Int>())
    let one = first.observe(\.beat) { beat in ofFirst.append(beat) }
    let two = second.observe(\.beat) { beat in ofSecond.append(beat) }
    first.send(.beat)
    first.send(.beat)
    #expect(ofFirst.all == [0, 0, 0])
    #expect(ofSecond.all == [0, 0, 0])
    one.cancel()
    two.cancel()
  }
}
