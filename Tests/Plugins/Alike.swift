// A feature whose properties share their machine code, which linkers may fold: their key paths stay distinct. Driven by
// Tests/C/folding.c.
import Enfold
import EnfoldPlugin

struct Alike: Reducer {
  @ObservableState struct State: Equatable { var confused: [String] = [] }

  @Action enum Action { case compare }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.confused = Self.confusedPaths() + Self.confusedScopes()
    return .none
  }

  /// Key paths that are equal although they lead through different properties.
  static func confusedPaths() -> [String] {
    let paths: [(String, AnyKeyPath)] = [
      ("Pair.value", \Pair.State.value), ("Pair.left", \Pair.State.left), ("Pair.right", \Pair.State.right),
      ("Other.value", \Other.value), ("Other.left", \Other.left), ("Other.right", \Other.right),
    ]
    var confused: [String] = []
    for (index, (name, path)) in paths.enumerated() {
      for (other, otherPath) in paths[(index + 1)...] where path == otherPath { confused.append("\(name) = \(other)") }
    }
    if Set(paths.map(\.1)).count != paths.count { confused.append("hashes") }
    if paths[1].1 != \Pair.State.left as AnyKeyPath { confused.append("Pair.left is not itself") }
    return confused
  }

  /// Scopes that are one object although they are of different properties, and the other way round.
  static func confusedScopes() -> [String] {
    let store = Store(initialState: Pair.State(), reducer: Pair())
    let left = store.scope(state: \.left, action: \.child)
    let right = store.scope(state: \.right, action: \.child)
    let again = store.scope(state: \.left, action: \.child)
    return (left === right ? ["scopes"] : []) + (left === again ? [] : ["the scope of left is not itself"])
  }

  /// Two properties of one type in one place.
  struct Pair: Reducer {
    @ObservableState struct State: Equatable {
      var value = 0
      var left: Int {
        get { value }
        set { value = newValue }
      }
      var right: Int {
        get { value }
        set { value = newValue }
      }
    }

    @Action enum ChildAction { case count }
    @Action enum Action { case child(ChildAction) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }

  /// Another type of the same layout.
  @ObservableState struct Other: Equatable {
    var value = 0
    var left: Int {
      get { value }
      set { value = newValue }
    }
    var right: Int {
      get { value }
      set { value = newValue }
    }
  }
}

#enfoldPlugin(id: "org.enfold.tests.alike", version: "1.0.0", features: [Alike.self])
