// A key that no dependency has is one error, at the key.
import Enfold

struct Service: DependencyInjectable { static var live: Int { 5 } }

extension DependencyValues {
  var service: Int { self[Service.self] }
}

struct Feature: Reducer {
  @ObservableState struct State { var count = 0 }
  @Action enum Action { case tapped }
  // error: 'init(_:)' is unavailable: DependencyValues has no property of this name and type: is the key mistyped
  @Dependency(\.srevice) var service
  // error: 'init(_:)' is unavailable: DependencyValues has no property of this name and type: is the key mistyped
  @Dependency(\.srevice) var annotated: Int
  // error: 'init(_:)' is unavailable: DependencyValues has no property of this name and type: is the key mistyped
  @Dependency(\.service) var wrong: String
  @Dependency(\.service) var right
  @Dependency(Service.self) var byKey

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    // error: 'init(_:)' is unavailable: DependencyValues has no property of this name and type: is the key mistyped
    @Dependency(\.clokc) var clock
    state.count = right + byKey
    return .none
  }
}
