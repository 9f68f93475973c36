// Names of the Composable Architecture that do not exist here: the message says what to write, and where to read about it.
import Enfold

// error: 'DependencyKey' is unavailable: write DependencyInjectable with live, preview and test: see DependencyKey in docs/coming-from.md
enum Key: DependencyKey {}
// error: 'TestDependencyKey' is unavailable: write DependencyInjectable with live, preview and test: see TestDependencyKey in docs/coming-from.md
enum Test: TestDependencyKey {}
// error: 'PersistenceKey' is unavailable: write SharedKey: see PersistenceKey in docs/coming-from.md
enum Stored: PersistenceKey {}
// error: 'PersistenceReaderKey' is unavailable: write SharedReaderKey: see PersistenceReaderKey in docs/coming-from.md
enum Read: PersistenceReaderKey {}
// error: 'ReducerProtocol' is unavailable: write Reducer: see ReducerProtocol in docs/coming-from.md
enum Old: ReducerProtocol {}
// error: 'AnyReducer' is unavailable: write any Reducer: see AnyReducer in docs/coming-from.md
typealias OldReducer = AnyReducer<Int, Int, Void>
// error: 'EffectTask' is unavailable: write Effect<Action>: see EffectTask in docs/coming-from.md
typealias OldTask = EffectTask<Int>
// error: 'EffectPublisher' is unavailable: write Effect<Action>: see EffectPublisher in docs/coming-from.md
typealias OldEffect = EffectPublisher<Int, Never>
// error: 'AnySchedulerOf' is unavailable: there are no schedulers, use \.clock: see AnySchedulerOf in docs/coming-from.md
typealias Scheduler = AnySchedulerOf<Int>
// error: 'TestSchedulerOf' is unavailable: there are no schedulers, use TestClock: see TestSchedulerOf in docs/coming-from.md
typealias Queue = TestSchedulerOf<Int>
// error: 'LockIsolated' is unavailable: write Mutex of Synchronization: see LockIsolated in docs/coming-from.md
typealias Locked = LockIsolated<Int>
// error: 'ActorIsolated' is unavailable: write Mutex of Synchronization: see ActorIsolated in docs/coming-from.md
typealias Isolated = ActorIsolated<Int>
// error: 'ViewStore' is unavailable: there are no views, write store.observe(\.count) { … }: see ViewStore in docs/coming-from.md
typealias View1 = ViewStore<Int, Int>
// error: 'ViewStoreOf' is unavailable: there are no views, write store.observe(\.count) { … }: see ViewStoreOf in docs/coming-from.md
typealias View2 = ViewStoreOf<Int>
// error: 'WithViewStore' is unavailable: there are no views, write store.observe(\.count) { … }: see WithViewStore in docs/coming-from.md
typealias View3 = WithViewStore<Int, Int>
// error: 'WithPerceptionTracking' is unavailable: there are no views, write store.observe(\.count) { … }: see WithPerceptionTracking in docs/coming-from.md
typealias View4 = WithPerceptionTracking<Int>
// error: 'IfLetStore' is unavailable: there are no views, the host shows the child: see IfLetStore in docs/coming-from.md
typealias View5 = IfLetStore<Int, Int>
// error: 'ForEachStore' is unavailable: there are no views, the host shows the rows: see ForEachStore in docs/coming-from.md
typealias View6 = ForEachStore<Int, Int>
// error: 'SwitchStore' is unavailable: there are no views, the host shows the case: see SwitchStore in docs/coming-from.md
typealias View7 = SwitchStore<Int, Int>
// error: 'CaseLet' is unavailable: there are no views, the host shows the case: see CaseLet in docs/coming-from.md
typealias View8 = CaseLet<Int, Int>
// error: 'NavigationStackStore' is unavailable: there are no views, the host shows the screens: see NavigationStackStore in docs/coming-from.md
typealias View9 = NavigationStackStore<Int, Int>
// error: 'NavigationLinkStore' is unavailable: there are no views, the host shows the screens: see NavigationLinkStore in docs/coming-from.md
typealias View10 = NavigationLinkStore<Int, Int>

struct Cache {
  // error: 'ObservationStateIgnored' is unavailable: write @Ignored: see @ObservationStateIgnored in docs/coming-from.md
  @ObservationStateIgnored var text = ""
}

struct Feature: Reducer {
  @ObservableState struct State: Equatable { var title = "" }
  @Action enum Action { case tapped, done }
  // error: 'mainQueue' is unavailable: there are no queues, write \.clock: see mainQueue in docs/coming-from.md
  @Dependency(\.mainQueue) var queue
  // error: 'mainRunLoop' is unavailable: there are no run loops, write \.clock: see mainRunLoop in docs/coming-from.md
  @Dependency(\.mainRunLoop) var loop
  // error: 'suspendingClock' is unavailable: write \.clock: see suspendingClock in docs/coming-from.md
  @Dependency(\.suspendingClock) var clock
  // error: 'withRandomNumberGenerator' is unavailable: write \.random: see withRandomNumberGenerator in docs/coming-from.md
  @Dependency(\.withRandomNumberGenerator) var random
  // error: 'openURL' is unavailable: write a DependencyInjectable of your own, or ask the host: see openURL in docs/coming-from.md
  @Dependency(\.openURL) var openURL
  // error: 'urlSession' is unavailable: write a DependencyInjectable of your own: see urlSession in docs/coming-from.md
  @Dependency(\.urlSession) var session
  // error: 'calendar' is unavailable: write a DependencyInjectable of your own: see calendar in docs/coming-from.md
  @Dependency(\.calendar) var calendar
  // error: 'locale' is unavailable: write a DependencyInjectable of your own: see locale in docs/coming-from.md
  @Dependency(\.locale) var locale
  // error: 'timeZone' is unavailable: write a DependencyInjectable of your own: see timeZone in docs/coming-from.md
  @Dependency(\.timeZone) var zone

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tapped:
      // error: 'task(priority:operation:)' is unavailable: write .run { send in … }: see .task in docs/coming-from.md
      let loading = Effect<Action>.task { .done }
      return
        loading
        // error: 'debounce(id:for:scheduler:)' is unavailable: write it without scheduler: see .debounce(id:for:scheduler: in docs/coming-from.md
        .debounce(id: 1, for: .seconds(1), scheduler: 0)
        // error: 'throttle(id:for:scheduler:latest:)' is unavailable: write it without scheduler: see .throttle(id:for:scheduler: in docs/coming-from.md
        .throttle(id: 1, for: .seconds(1), scheduler: 0, latest: true)
    case .done: return .none
    }
  }
}

func use() async {
  // error: '_printChanges()' is unavailable: write printChanges(): see _printChanges in docs/coming-from.md
  _ = Store(initialState: .init()) { Feature()._printChanges() }
  // error: 'unimplemented(_:placeholder:)' is unavailable: write @DependencyClient, whose init() does this: see unimplemented in docs/coming-from.md
  let fetch: () -> Int = unimplemented("fetch")
  // error: 'withTaskCancellation(id:cancelInFlight:operation:)' is unavailable: write .cancellable(id:) behind the effect: see withTaskCancellation in docs/coming-from.md
  await withTaskCancellation(id: 1) { _ = fetch() }
  // error: 'cancel(id:)' is unavailable: return .cancel(id:) from the reducer: see Task.cancel in docs/coming-from.md
  Task.cancel(id: 1)
}
