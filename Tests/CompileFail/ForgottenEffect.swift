// A reduce that returns nothing is told what it returns.
import Enfold

// error: type 'Feature' does not conform to protocol 'Reducer'
// error: unavailable instance method 'reduce(into:action:)' was used to satisfy a requirement of protocol 'Reducer'
struct Feature: Reducer {
  @ObservableState struct State { var count = 0 }
  @Action enum Action { case tapped }
  func reduce(into state: inout State, action: Action) { state.count += 1 }
}
