// A store that is held: what is kept back, what goes on, steps, and breakpoints.
@testable import Enfold
import EnfoldTesting
import Synchronization
import Testing

@Suite struct HoldTests {
  /// Appends each action that is not negative. A negative one is sent by an effect as a positive one, and waited for.
  private func store(seen: SeenNumbers? = nil, after gate: Gate? = nil) -> Store<[Int], Int> {
    Store(initialState: []) { (state: inout [Int], action: Int) -> Effect<Int> in
      if action >= 0 {
        state.append(action)
        return .none
      }
      return .run { send in
        await gate?.wait()
        await send(-action)
        seen?.add(-action)
      }
    }
  }

  private final class SeenNumbers: Sendable {
    private let numbers = Mutex<[Int]>([])
    var all: [Int] { numbers.withLock { $0 } }
    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  }

  @Test func whatChangesTheStateIsKeptBackInOrder() {
    let store = store()
    store.send(1)
    store.hold()
    #expect(store.isHeld)
    let task = store.send(2)
    store.restore([7])
    store.set(\.self, to: [8])
    store.send(3)
    #expect(store.state == [1])
    #expect(store.revision == 1)
    #expect(task.result == nil)
    store.hold(false)
    #expect(!store.isHeld)
    #expect(store.state == [8, 3])
    #expect(store.revision == 5)
    #expect(task.result != nil)
  }

  @Test func readersAndObserversGoOn() {
    let store = store()
    store.send(1)
    store.hold()
    store.send(2)
    let seen = Mutex<[[Int]]>([])
    let subscription = store.observe(\.self) { value in seen.withLock { $0.append(value) } }
    #expect(seen.withLock { $0 } == [[1]])
    let other = store.observe(\.count) { _ in }
    other.cancel()
    store.hold(false)
    #expect(seen.withLock { $0 } == [[1], [1, 2]])
    subscription.cancel()
  }

  @Test func aStepTakesOne() {
    let store = store()
    #expect(!store.step())
    store.hold()
    #expect(!store.step())
    store.send(1)
    store.set(\.self, to: [5])
    store.send(2)
    #expect(store.step())
    #expect(store.state == [1])
    #expect(store.step())
    #expect(store.state == [5])
    store.hold()
    #expect(store.isHeld)
    store.hold(false)
    #expect(store.state == [5, 2])
  }

  /// An effect that waits for its action goes on only when that was reduced.
  @Test func anEffectWaitsForItsAction() async {
    let (seen, gate) = (SeenNumbers(), Gate())
    let store = store(seen: seen, after: gate)
    store.hold()
    let task = store.send(-1)
    #expect(store.step())
    store.send(2)
    gate.open()  // only now: so the effect is on another thread, where it can wait
    // The effect has sent 1: it is kept back behind 2 or before it.
    while (store.engine?.pending ?? 0) < 3 { await Task.yield() }
    #expect(store.state == [] && seen.all == [])
    while store.state.count < 2 {
      store.step()  // or the thread of the effect, if it is draining
      await Task.yield()
    }
    await task.finish()
    #expect(seen.all == [1])
    #expect(Set(store.state) == [1, 2])
    #expect(store.isHeld)
    await store.waitUntilIdle()
  }

  @ObservableState struct Counted: Equatable { @Shared(.memory, key: "hold.tests.count") var count = 0 }

  @Test func aSharedValueIsKeptBack() {
    let values = DependencyValues()
    func open() -> Store<Counted, Int> {
      Store(initialState: Counted(), dependencies: values) { (state: inout Counted, action: Int) -> Effect<Int> in
        state.$count.withLock { $0 += action }
        return .none
      }
    }
    let (one, two) = (open(), open())
    let seen = Mutex<[Int]>([])
    let subscription = two.observe(\.count) { value in seen.withLock { $0.append(value) } }
    let first = two.state.count
    two.hold()
    one.send(1)
    one.send(1)
    #expect(one.state.count == first + 2)
    #expect(seen.withLock { $0 } == [first])
    #expect(two.step())
    #expect(seen.withLock { $0 } == [first, first + 2])
    #expect(!two.step())
    subscription.cancel()
  }

  @Test func heldInACallbackItIsHeldBeforeTheNextAction() {
    let store = store()
    let subscription = store.observe(\.count, initial: false) { if $0 == 2 { store.hold() } }
    let batch = store.engine?.sendBatch([1, 2, 3, 4])
    #expect({ if case .queued = batch { true } else { false } }())
    store.send(5)
    #expect(store.state == [1, 2])
    store.hold(false)
    #expect(store.state == [1, 2, 3, 4, 5])
    subscription.cancel()
  }

  @Test func theEndOfAHeldStoreCancelsWhatIsKeptBack() async {
    let store = store()
    store.hold()
    let task = store.send(1)
    store.close()
    #expect(await "\(task.finish())" == "cancelled")
    #expect(store.state == [])
    store.hold()
    #expect(!store.isHeld)
    #expect(!store.step())
  }

  // MARK: Breakpoints

  @Test func aBreakpointStopsBeforeAnAction() async {
    let store = store()
    var diagnostics = store.diagnostics.makeAsyncIterator()
    let (breakpoint, line) = (store.hold { $0 == 2 }, #line)
    store.send(1)
    store.send(2, tag: "ada")
    store.send(3)
    #expect(store.isHeld)
    #expect(store.state == [1])
    let diagnostic = await diagnostics.next()
    #expect(diagnostic?.topic == .storeIsHeld)
    #expect(diagnostic?.tag == "ada")
    #expect(
      diagnostic?.message == "the store is held: the breakpoint at \(#fileID):\(line) stops before this action")
    store.hold(false)
    #expect(store.state == [1, 2, 3])
    store.send(2)
    #expect(store.isHeld)
    #expect(store.step())
    store.send(2)
    breakpoint?.cancel()
    #expect(store.isHeld)
    store.hold(false)
    store.send(2)
    #expect(store.state == [1, 2, 3, 2, 2, 2])
  }

  /// Released, it goes on with the action before which it has stopped, and asks again for the next one.
  @Test func releasedItStopsAtTheNextOne() {
    let store = store()
    let breakpoint = store.hold { $0 > 1 }
    for number in 1...4 { store.send(number) }
    for count in 1...3 {
      #expect(store.isHeld)
      #expect(store.state.count == count)
      store.hold(false)
    }
    #expect(!store.isHeld)
    #expect(store.state == [1, 2, 3, 4])
    // What was kept back because the program held the store is asked about, too.
    store.hold()
    store.send(5)
    store.hold(false)
    #expect(store.isHeld && store.state.count == 4)
    breakpoint?.cancel()
  }

  @Test func aBreakpointStopsBehindAChange() async {
    let store = store()
    var diagnostics = store.diagnostics.makeAsyncIterator()
    let (breakpoint, line) = (store.hold(after: \.count), #line)
    store.send(1)
    #expect(store.isHeld && store.engine?.isStopped == true)
    let diagnostic = await diagnostics.next()
    #expect(diagnostic?.level == .info && diagnostic?.topic == .storeIsHeld)
    let text = "the store is held: the breakpoint at \(#fileID):\(line) stops behind the change of "
    #expect(diagnostic?.message.hasPrefix(text) == true)
    store.send(2)
    #expect(store.state == [1])
    store.hold(false)
    #expect(store.isHeld)
    #expect(store.state == [1, 2])
    store.hold(false)
    store.restore([3, 4])
    #expect(!store.isHeld)
    breakpoint.cancel()
    store.send(5)
    #expect(!store.isHeld)
    // What the program holds is not held by a breakpoint, which has nothing to tell then.
    store.hold()
    #expect(store.engine?.isStopped == false)
    store.close()
    #expect(await diagnostics.next()?.message.hasPrefix(text) == true)
    #expect(await diagnostics.next() == nil)
  }

  @ObservableState struct Listed: Equatable { var numbers: [Int] = [] }

  @Test func aDerivedStoreStopsItsRootBehindAChange() async {
    let root = Store(initialState: Listed()) { (state: inout Listed, action: Int) -> Effect<Int> in
      state.numbers.append(action)
      return .none
    }
    var diagnostics = root.diagnostics.makeAsyncIterator()
    let behind = root.scope(state: \.numbers, action: \.self).hold(after: \.count)
    root.send(1)
    #expect(root.isHeld && root.engine?.isStopped == true)
    #expect(await diagnostics.next()?.topic == .storeIsHeld)
    behind.cancel()
    root.hold(false)
    let named = root.hold(after: \.numbers)
    root.send(2)
    #expect(await diagnostics.next()?.message.hasSuffix(" stops behind the change of HoldTests.Listed.numbers") == true)
    named.cancel()
  }

  @Test func aBatchStopsInItsMiddle() {
    let store = store()
    let breakpoint = store.hold { $0 == 3 }
    _ = store.engine?.sendBatch([1, 2, 3, 4])
    store.send(5)
    #expect(store.state == [1, 2])
    store.hold(false)
    #expect(store.state == [1, 2, 3, 4, 5])
    breakpoint?.cancel()
  }

  @Test func aDerivedStoreHoldsItsRoot() {
    struct State: Sendable, Equatable { var numbers: [Int] = [] }
    let root = Store(initialState: State()) { (state: inout State, action: Int) -> Effect<Int> in
      state.numbers.append(action)
      return .none
    }
    let child = root.scope(state: \.numbers, action: \.self)
    child.hold()
    #expect(root.isHeld && child.isHeld)
    child.send(1)
    #expect(child.state == [])
    #expect(child.step())
    #expect(root.state.numbers == [1])
    #expect(child.hold { _ in true } == nil)
    child.hold(false)
    #expect(!root.isHeld)
  }

  // MARK: Stores that an executor drains

  @Test func aHeldStoreAsksForNoDrain() {
    let asked = Mutex(0)
    let store = Store(initialState: [Int](), executor: .scheduled { asked.withLock { $0 += 1 } }) {
      (state: inout [Int], action: Int) -> Effect<Int> in
      state.append(action)
      return .none
    }
    store.hold()
    store.send(1)
    #expect(store.drain() == DrainResult(reduced: 0, hasMore: false))
    asked.withLock { $0 = 0 }
    #expect(store.drain() == DrainResult(reduced: 0, hasMore: false))
    #expect(asked.withLock { $0 } == 0)
    #expect(!store.step())  // it is taken by the next drain
    #expect(asked.withLock { $0 } == 1)
    #expect(store.drain() == DrainResult(reduced: 1, hasMore: false))
    store.send(2)
    store.drain()
    asked.withLock { $0 = 0 }
    store.hold(false)
    #expect(asked.withLock { $0 } == 1)
    store.drain()
    #expect(store.state == [1, 2])
  }

  // MARK: Random programs

  /// What a store with one thread must do: a list of what waits, and a list of what was done.
  private struct Model {
    var done: [Int] = []
    var waiting: [Int] = []
    var isHeld = false
    var stops: Set<Int> = []
    var passes: Int?

    mutating func send(_ numbers: [Int]) {
      waiting += numbers
      goOn()
    }

    mutating func goOn() {
      while !isHeld, let number = waiting.first {
        if stops.contains(number), passes != 0 {
          isHeld = true
          passes = 0
          return
        }
        passes = nil
        done.append(waiting.removeFirst())
      }
    }

    mutating func step() -> Bool {
      guard isHeld, !waiting.isEmpty else { return false }
      done.append(waiting.removeFirst())
      passes = nil
      return true
    }
  }

  @Test(arguments: UInt64(0)..<200) func itDoesWhatANaiveModelDoes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let store = store()
    var model = Model()
    var breakpoints: [Int: Subscription] = [:]
    for _ in 0..<200 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<5:
        let number = Int.random(in: 0..<10, using: &random)
        store.send(number)
        model.send([number])
      case 5:
        let numbers = (0..<Int.random(in: 0..<5, using: &random)).map { _ in Int.random(in: 0..<10, using: &random) }
        _ = store.engine?.sendBatch(numbers)
        model.send(numbers)
      case 6:
        store.hold()
        model.isHeld = true
      case 7:
        store.hold(false)
        model.isHeld = false
        model.goOn()
      case 8, 9: #expect(store.step() == model.step())
      case 10:
        let number = Int.random(in: 0..<10, using: &random)
        if breakpoints[number] == nil { breakpoints[number] = store.hold { $0 == number } }
        model.stops.insert(number)
      default:
        let number = Int.random(in: 0..<10, using: &random)
        breakpoints.removeValue(forKey: number)?.cancel()
        model.stops.remove(number)
      }
      #expect(store.state == model.done)
      #expect(store.isHeld == model.isHeld)
    }
  }

  @Test(arguments: [false, true]) func threadsLoseNothing(isScheduled: Bool) async {
    let store = Store(initialState: [Int: Int](), executor: isScheduled ? .scheduled {} : .caller) {
      (state: inout [Int: Int], action: Int) -> Effect<Int> in
      state[action, default: 0] += 1
      return action % 10 == 0 && action < 1_000_000 ? .send(action + 1_000_000) : .none
    }
    let breakpoint = store.hold { $0 % 97 == 0 }
    let isDone = Atomic<Bool>(false)
    let drainer = Task.detached {
      while !isDone.load(ordering: .acquiring) {
        store.drain()
        await Task.yield()
      }
    }
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          for index in 0..<1_000 {
            store.send(thread * 1_000 + index)
            switch index % 7 {
            case 0: store.hold()
            case 2: store.step()
            case 4: store.hold(false)
            default: break
            }
          }
        }
      }
    }
    breakpoint?.cancel()
    // A drainer may be stopping at it just now, and hold the store once more.
    while (store.engine?.pending ?? 0) > 0 {
      store.hold(false)
      await Task.yield()
    }
    store.hold(false)
    await store.waitUntilIdle()
    isDone.store(true, ordering: .releasing)
    await drainer.value
    #expect(store.state.count == 8_800)
    #expect(store.state.values.allSatisfy { $0 == 1 })
  }
}
