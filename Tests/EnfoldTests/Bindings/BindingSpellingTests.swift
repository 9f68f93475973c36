// Bindings as users of the Composable Architecture spell them.
import EnfoldTesting
import Testing

@Suite("Spellings of bindings") struct BindingSpellingTests {
  struct Profile: Reducer {
    struct State: Equatable {
      var address = Address()
      var log: [String] = []

      struct Address: Equatable {
        var street = ""
        var city = ""
      }
    }
    @Action enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
        .onChange(of: \.address.city) { _, new in
          Reduce { state, _ in
            state.log.append("moved to \(new)")
            return .none
          }
        }
      Reduce { state, action in
        switch action {
        case .binding(\.address): state.log.append("address")
        case .binding(\.address.street): state.log.append("street")
        case .binding: state.log.append("other")
        }
        return .none
      }
    }
  }

  @Test func `A binding of a part is not one of the whole`() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.set(\.address.street, "Main Street")) {
      $0.address.street = "Main Street"
      $0.log = ["street"]
    }
    await store.send(.set(\.address, .init(street: "Side Street", city: "Bonn"))) {
      $0.address = .init(street: "Side Street", city: "Bonn")
      $0.log = ["street", "moved to Bonn", "address"]
    }
    await store.send(.binding(.set(\.address.city, "Paris"))) {
      $0.address.city = "Paris"
      $0.log += ["moved to Paris", "other"]
    }
  }

  @Test func `Bindings are equal if they write the same to the same place`() {
    typealias Binding = BindingAction<Profile.State>
    #expect(Binding.set(\.address.city, "Bonn") == .set(\.address.city, "Bonn"))
    #expect(Binding.set(\.address.city, "Bonn") != .set(\.address.city, "Paris"))
    #expect(Binding.set(\.address.city, "Bonn") != .set(\.address.street, "Bonn"))
    #expect("\(Binding.set(\.log, ["x"]))" == #"set(a property, ["x"])"#)
  }

  /// The bindings are a case of what a view sends.
  struct Viewed: Reducer {
    struct State: Equatable { var text = "" }
    @Action enum Action: Equatable {
      case view(View)
      case other

      @Action enum View: BindableAction, Equatable {
        case binding(BindingAction<State>)
        case tapped
      }
    }

    var body: some ReducerOf<Self> {
      BindingReducer(action: \.view)
      Reduce { state, action in
        if case .view(.binding(\.text)) = action { return .send(.other) }
        return .none
      }
    }
  }

  @Test func `A view's actions may have the bindings`() async {
    let store = TestStore(initialState: Viewed.State()) { Viewed() }
    await store.send(.view(.set(\.text, "x"))) { $0.text = "x" }
    await store.receive(.other)
    await store.send(\.view.binding.text, "y") { $0.text = "y" }
    await store.receive(\.other)
    await store.send(\.view.tapped)
  }

  /// A feature that contains itself.
  struct Tree: Reducer {
    @ObservableState struct State: Equatable, Identifiable {
      let id: Int
      var name = ""
      var children: IdentifiedArrayOf<State> = []
    }
    @Action enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      indirect case child(id: Int, action: Action)
    }

    var body: some ReducerOf<Self> {
      BindingReducer().forEach(\.children, action: \.child) { Tree() }
    }
  }

  @Test func `Each level of a feature inside itself writes its own state`() {
    let store = Store(
      initialState: Tree.State(id: 0, children: [.init(id: 1, children: [.init(id: 2)])]), reducer: Tree())
    store.send(.child(id: 1, action: .child(id: 2, action: .set(\.name, "leaf"))))
    store.scope(state: \.children, action: \.child)[id: 1]?.set(\.name, to: "branch")
    store.set(\.name, to: "root")
    #expect(store.children[id: 1]?.children[id: 2]?.name == "leaf")
    #expect(store.children[id: 1]?.name == "branch")
    #expect(store.state.name == "root")
  }
}
