// A child is presented again: by a feature around the one that presents it, or while it is being dismissed.
import Enfold
import EnfoldTesting
import Testing

@Suite("Children that are presented again") struct PresentedAgainTests {
  /// Opens the first child of a clerk, without being its parent.
  @Reducer struct Building {
    @ObservableState struct State: Equatable { var clerk = Clerk.State() }
    enum Action: Equatable { case open, clerk(Clerk.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.clerk, action: \.clerk) { Clerk() }
      Reduce { state, action in
        if action == .open { state.clerk.first = Clerk.State() }
        return .none
      }
    }
  }

  @Test func `A child closes itself each time it is presented, whoever presents it`() async {
    let store = TestStore(initialState: Building.State()) { Building() }
    for _ in 0..<2 {
      await store.send(\.open) { $0.clerk.first = Clerk.State() }
      await store.send(\.clerk.first.close)
      await store.receive(\.clerk.first.dismiss) { $0.clerk.first = nil }
    }
  }

  /// Presents the next child when one is dismissed, until the last one.
  @Reducer struct Queue {
    @ObservableState struct State: Equatable { @Presents var clerk: Clerk.State? = Clerk.State(id: 1) }
    enum Action: Equatable { case clerk(PresentationAction<Clerk.Action>) }
    let last: Int

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .clerk(.dismiss), let id = state.clerk?.id { state.clerk = Clerk.State(id: min(id + 1, last)) }
        return .none
      }
      .ifLet(\.$clerk, action: \.clerk) { Clerk() }
    }
  }

  @Test func `A dismissal leaves another child, and takes one with the same id`() async {
    let store = TestStore(initialState: Queue.State()) { Queue(last: 2) }
    await store.send(\.clerk.dismiss) { $0.clerk = Clerk.State(id: 2) }
    await store.send(\.clerk.dismiss) { $0.clerk = nil }
  }
}
