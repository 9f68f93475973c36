// Members and functions of a user with names that Enfold has or refuses.
import Enfold

enum Number: DependencyKey {
  typealias DependencyType = Int
  static let liveValue = 7
}

extension DependencyValues {
  var mainQueue: Int { self[Number.self] }
  var mainRunLoop: Int { 1 + self[Number.self] }
  var continuousClock: Int { 2 + self[Number.self] }
  var suspendingClock: Int { 3 + self[Number.self] }
  var withRandomNumberGenerator: Int { 4 + self[Number.self] }
  var openURL: Int { 5 + self[Number.self] }
  var urlSession: Int { 6 + self[Number.self] }
  var calendar: Int { 7 + self[Number.self] }
  var locale: Int { 8 + self[Number.self] }
  var timeZone: Int { 9 + self[Number.self] }
}

func unimplemented<Result>(_ description: String = "", placeholder: Result? = nil) -> Result? { placeholder }

func withTaskCancellation<Value>(
  id: some Hashable, cancelInFlight: Bool = false, operation: () async throws -> Value
) async rethrows -> Value { try await operation() }

extension Task where Success == Never, Failure == Never {
  static func cancel(id: some Hashable) -> String { "cancelled \(id)" }
  static func never() async throws -> Bool { true }
}

extension Effect {
  static func task(
    priority: TaskPriority? = nil, operation: @escaping @Sendable () async throws -> Action
  ) -> Self { .run { send in await send(try await operation()) } }

  static func fireAndForget(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) -> Self { .run { _ in try await work() } }

  func debounce(id: some Hashable, for dueTime: Duration, scheduler: Any) -> Self { self }
  func throttle(id: some Hashable, for interval: Duration, scheduler: Any, latest: Bool) -> Self { self }
}

extension Reducer {
  func _printChanges() -> Self { self }
}

extension Store {
  func withState<R>(_ body: (State) -> R) -> [R] { [body(state)] }
}

extension CasePathable {
  mutating func modify<Value>(_ path: CaseKeyPath<Self, Value>, _ body: (inout Value) -> Void) -> Bool {
    guard var value = self[case: path] else { return false }
    body(&value)
    self = Self.allCasePaths[keyPath: path].embed(value)
    return true
  }
}

extension Shared {
  func read<Member>(_ body: @escaping @Sendable (Value) -> Member) -> Member { body(wrappedValue) }
}
