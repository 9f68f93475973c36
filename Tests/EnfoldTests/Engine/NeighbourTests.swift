// Stores whose reducers use each other: what is sent from a reducer to another store follows when it has returned.
import Dispatch
@testable import Enfold
import Testing

@Suite("Neighbours") struct NeighbourTests {
  private enum Action { case visit, greet }
  private struct State: Sendable, Equatable { var visits = 0, greetings = 0 }

  /// A store that greets another one whenever it is told to visit.
  private static func neighbour(_ other: Box<Store<State, Action>?>, _ log: Log<String>? = nil) -> Store<State, Action>
  {
    Store(initialState: State()) { state, action in
      log?.append("enter \(action)")
      switch action {
      case .visit:
        state.visits += 1
        other.value?.send(.greet)
      case .greet: state.greetings += 1
      }
      log?.append("exit \(action)")
      return .none
    }
  }

  @Test("What a reducer sends to another store is reduced when it has returned, before its own send returns")
  func sentFromReduceFollows() {
    let log = Log<String>()
    let second = Box<Store<State, Action>?>(Self.neighbour(Box(nil), log))
    let first = Self.neighbour(second, log)
    let subscription = second.value?.observe(\.greetings) { log.append("greeted \($0)") }
    first.send(.visit)
    #expect(log.all == ["greeted 0", "enter visit", "exit visit", "enter greet", "exit greet", "greeted 1"])
    #expect(second.value?.state == State(greetings: 1))
    subscription?.cancel()
  }

  @Test("A store that is closed from a reducer of another one ends when that has returned") func closedFromReduce() {
    let log = Log<String>()
    let second = StoreEngine<Int, Int>(initialState: 0, owner: LoggingOwner(log)) { _, _ in .none }
    let first = Store<Int, Int>(initialState: 0) { _, _ in
      second.close()
      log.append("reduced")
      return .none
    }
    first.send(1)
    #expect(log.all == ["reduced", "closed"])
  }

  @Test("A store that a reducer of another one lets go of ends what waits in it, also if its executor was told already")
  func droppedFromReduce() {
    let second = Box<Store<Int, Int>?>(Store(initialState: 0, executor: .scheduled {}) { _, _ in .none })
    let task = second.value?.send(1)
    let first = Store<Int, Int>(initialState: 0) { _, _ in
      second.value = nil
      return .none
    }
    first.send(1)
    guard case .cancelled? = task?.result else {
      Issue.record("the task goes on")
      return
    }
  }

  @Test("An executor that drains at once drains when the reducer has returned") func executorDrainsAtOnce() {
    let later = Box<Store<Int, Int>?>(nil)
    let second = Store<Int, Int>(initialState: 0, executor: .scheduled { later.value?.drain() }) { state, action in
      state += action
      return .none
    }
    later.value = second
    let first = Store<Int, Int>(initialState: 0) { _, _ in
      second.send(1)
      return .none
    }
    first.send(1)
    #expect(second.state == 1)
    later.value = nil
  }

  @Test("What a reducer sends does not wait for a reducer on another thread that sent to the same store")
  func promisesOfThreadsAreApart() async {
    let inside = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let third = Store<Int, Int>(initialState: 0) { state, action in
      state += action
      return .none
    }
    let slow = Store<Int, Int>(initialState: 0) { _, _ in
      third.send(1)
      inside.signal()
      goOn.wait()
      return .none
    }
    let quick = Store<Int, Int>(initialState: 0) { _, _ in
      third.send(1)
      return .none
    }
    await onThreads(2) { index in
      if index == 0 { slow.send(1) }
      if index == 1 {
        inside.wait()
        quick.send(1)
        // The other thread is inside its reducer still.
        #expect(third.state == 2)
        goOn.signal()
      }
    }
  }

  @Test("Two stores that send to each other from their reducers on two threads never wait for each other")
  func mutualSends() async {
    let rounds = scaled(20_000)
    let boxes = [Box<Store<State, Action>?>(nil), Box<Store<State, Action>?>(nil)]
    let stores = [Self.neighbour(boxes[1]), Self.neighbour(boxes[0])]
    for index in 0..<2 { boxes[index].value = stores[index] }
    await onThreads(2) { index in
      for _ in 0..<rounds { stores[index].send(.visit) }
    }
    for store in stores {
      await store.waitUntilIdle()
      #expect(store.state == State(visits: rounds, greetings: rounds))
    }
    for box in boxes { box.value = nil }
  }

  @Test("A row of 100,000 stores that pass an action on takes no stack") func longRow() {
    let row = Box<[Store<Int, Int>]>([])
    row.value = (0..<scaled(100_000)).map { index in
      Store<Int, Int>(initialState: 0) { state, action in
        state += action
        if index > 0 { row.value[index - 1].send(action) }
        return .none
      }
    }
    row.value.last?.send(1)
    #expect(row.value.first?.state == 1)
    row.value = []
  }
}
