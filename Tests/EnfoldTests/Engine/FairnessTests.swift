// A thread that only wanted to send is not kept by what others, or effects, send.
import Synchronization
import Testing

@testable import Enfold

@Suite("A scheduled store") struct FairnessTests {
  @Test("A sender that may drain reduces its own action and some that follow; the schedule gets the rest")
  func senderIsNotHeld() {
    let scheduled = Atomic<Int>(0)
    let engine = StoreEngine<Int, Int>(
      initialState: 0, executor: .scheduled { scheduled.add(1, ordering: .relaxed) }
    ) { state, left in
      state += 1
      return left > 0 ? .send(left - 1) : .none
    }
    guard case .reduced = engine.send(10_000, mayDrain: true) else {
      Issue.record("the action was not reduced at once")
      return
    }
    #expect(engine.revision > 1)
    #expect(engine.revision < 5_000)
    #expect(scheduled.load(ordering: .relaxed) == 1)
    #expect(!engine.drain().hasMore)
    #expect(engine.revision == 10_001)
    #expect(engine.pending == 0)
  }
}
