// Types of a user who has declared, with names of their own, what Enfold has or refuses. Each must mean what it means here.
import Enfold

protocol DependencyKey: DependencyInjectable { static var liveValue: DependencyType { get } }
extension DependencyKey {
  static var live: DependencyType { liveValue }
  static var test: DependencyType { liveValue }
}
protocol TestDependencyKey {}
protocol PersistenceKey {}
protocol PersistenceReaderKey {}
protocol ReducerProtocol {}
struct AnyReducer<State> { var initial: State }
struct EffectTask<Action> { var actions: [Action] }
struct EffectPublisher<Action> { var actions: [Action] }
struct AnySchedulerOf<Scheduler> { var scheduler: Scheduler }
struct TestSchedulerOf<Scheduler> { var scheduler: Scheduler }
struct LockIsolated<Value> { var value: Value }
struct ActorIsolated<Value> { var value: Value }
struct ViewStore<State> { var state: State }
struct ViewStoreOf<State> { var state: State }
struct WithViewStore { var title: String }
struct WithPerceptionTracking { var title: String }
struct IfLetStore { var title: String }
struct ForEachStore { var title: String }
struct SwitchStore { var title: String }
struct CaseLet { var title: String }
struct NavigationStackStore { var title: String }
struct NavigationLinkStore { var title: String }
@propertyWrapper struct ObservationStateIgnored<Value> { var wrappedValue: Value }

protocol SharedReaderKey { var name: String { get } }
protocol SharedKey: SharedReaderKey {}
struct StorageKey: SharedKey { var name: String }
struct InMemoryKey: SharedKey { var name: String }
struct AppStorageKey: SharedKey { var name: String }
struct FileStorageKey: SharedKey { var name: String }
struct SharedDefaultKey: SharedKey { var name: String }
struct UnimplementedEndpoint: Error { var code: Int }
protocol DependencyClient {}
protocol DependencyEndpoint {}
protocol DependencyEndpointIgnored {}
enum IssueReports { case all }
struct IssueReportsTrait { var reports: IssueReports }
protocol CaseReducer { var number: Int { get } }
protocol CaseReducerState: CaseReducer {}
struct ReducerConformance: CaseReducerState { var number: Int }
struct ReducerCaseIgnored: CaseReducerState { var number: Int { 2 } }
struct ReducerCaseEphemeral: CaseReducerState { var number: Int { 3 } }

@attached(member, names: arbitrary)
@attached(extension, conformances: CasePathable)
macro Reducer() = #externalMacro(module: "EnfoldMacros", type: "CasePathableMacro")
@Reducer enum Direction { case left, right }
