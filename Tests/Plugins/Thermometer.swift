// Thermometer: a state with derived properties of every kind. For Tests/C/derived.c and bindings/python.
import Enfold
import EnfoldPlugin

struct Thermometer: Reducer {
  @ObservableState struct State: Equatable {
    var celsius = 20.0
    var low = 10
    var high = 30
    var rooms: IdentifiedArrayOf<Room> = []

    /// Hosts can read it.
    @Derived var warmRooms: Int { rooms.filter(\.isWarm).count }
    /// Hosts can write it.
    @Derived @Bindable var fahrenheit: Double {
      get { celsius * 9 / 5 + 32 }
      set { celsius = (newValue - 32) * 5 / 9 }
    }
    /// Hosts can write what is inside.
    @Derived var limits: Limits {
      get { Limits(low: low, high: high) }
      set { (low, high) = (newValue.low, newValue.high) }
    }
    /// A state that is stored elsewhere, or none.
    @Derived var warmest: Room? { rooms.max { $0.celsius < $1.celsius } }
  }

  @ObservableState struct Room: Equatable, Identifiable {
    let id: Int
    var name = ""
    var celsius = 20.0
    @Derived var isWarm: Bool { celsius > 25 }
  }

  @ObservableState struct Limits: Equatable {
    @Bindable var low = 0
    @Bindable var high = 0
  }

  @Action enum Action {
    case add(id: Int, name: String)
    case heat(id: Int, celsius: Double)
    case rename(id: Int, name: String)
    case limits(LimitsAction)
    case replace
  }

  @Action enum LimitsAction { case widen }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let id, let name): state.rooms.append(Room(id: id, name: name))
    case .heat(let id, let celsius): state.rooms[id: id]?.celsius = celsius
    case .rename(let id, let name): state.rooms[id: id]?.name = name
    case .limits(.widen): state.limits.high += 1
    case .replace: state = State()
    }
    return .none
  }
}

#enfoldPlugin(id: "org.enfold.tests.thermometer", version: "1.0.0", features: [Thermometer.self])
