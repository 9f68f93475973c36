// One module name, one type name, three plugins: which one is decided by a flag of the compiler.
import Enfold
import EnfoldPlugin

#if TWIN_B
  struct Twin: Reducer {
    @ObservableState struct State: Equatable { var name = "b"; var list: [String] = []; var isOn = false }
    @Action enum Action { case add(String); case flip }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add(let text): state.list.append(text)
      case .flip: return .run { send in await send(.add("flipped")) }
      }
      return .none
    }
  }
  #enfoldPlugin(id: "org.enfold.tests.twin-b", version: "1.0.0", features: [Twin.self])
#else
  struct Twin: Reducer {
    @ObservableState struct State: Equatable { var number = 0 }
    @Action enum Action { case add(Int) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard case .add(let amount) = action else { return .none }
      #if TWIN_2
        state.number += 10 * amount
      #else
        state.number += amount
      #endif
      return .none
    }
  }
  #if TWIN_2
    #enfoldPlugin(id: "org.enfold.tests.twin-a", version: "2.0.0", features: [Twin.self])
  #else
    #enfoldPlugin(id: "org.enfold.tests.twin-a", version: "1.0.0", features: [Twin.self])
  #endif
#endif
