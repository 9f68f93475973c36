// How @Reducer enums may be written: access, conformances, types by hand, conditions, generic features; and how they are used.
import EnfoldTesting
import Testing

@testable import Enfold

public enum Outer {
  @Reducer public struct Child {
    @ObservableState public struct State: Hashable, Codable {
      public var text = ""
      public init() {}
    }
    @Action public enum Action: Hashable, Codable { case write(String) }
    public init() {}
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .write(let text) = action { state.text = text }
      return .none
    }
  }
}

@Reducer(state: .equatable, .hashable, .codable, .sendable, action: .hashable, .codable) public enum Public {
  case child(Outer.Child)
  case `in`(Outer.Child)
  #if NEVER_SET
    case nowhere(Nowhere)
  #else
    case always(Outer.Child)
  #endif
  @Redacted @ReducerCaseIgnored case secret(String?)
}

@Reducer struct Crate<Value: JSONCodable & Equatable & Sendable> {
  @ObservableState struct State: Equatable { var value: Value }
  enum Action { case set(Value) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .set(let value) = action { state.value = value }
      return .none
    }
  }
}

@Reducer(state: .equatable) indirect enum Crates { case number(Crate<Int>), text(Crate<String>) }

extension Crates.Action: Equatable {}
extension Crate.Action: Equatable {}

/// An enum of a generic feature.
@Reducer enum Either<Value: JSONCodable & Equatable & Sendable> { case one(Crate<Value>), many(Crate<[Value]>) }

/// An enum whose types are written by hand.
@Reducer enum ByHand {
  case crate(Crate<Int>)

  enum State: CaseReducerState, Equatable {
    typealias StateReducer = ByHand
    case crate(Crate<Int>.State), done
  }
  enum Action { case crate(Crate<Int>.Action), finish }

  static var body: some ReducerOf<Self> {
    Scope(case: \.crate, action: \.crate) { Crate<Int>() }
    Reduce { state, action in
      if case .finish = action { state = .done }
      return .none
    }
  }
}

@Reducer enum OnlyData {
  case empty
  @ReducerCaseIgnored case number(Int)
}

/// An enum that has another one in a case.
@Reducer(state: .equatable) enum Rooms { case crates(Crates), hand(ByHand) }

@Reducer struct Estate {
  @ObservableState struct State: Equatable {
    @Presents var presented: Crates.State?
    @Presents var closure: Crates.State?
    var undecorated: ByHand.State?
    var plain: Crates.State?
    var always = Rooms.State.crates(.number(Crate.State(value: 1)))
  }
  enum Action {
    case presented(PresentationAction<Crates.Action>), closure(PresentationAction<Crates.Action>)
    case undecorated(PresentationAction<ByHand.Action>), plain(Crates.Action), always(Rooms.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.always, action: \.always) { Rooms() }
    EmptyReducer()
      .ifLet(\.$presented, action: \.presented)
      .ifLet(\.$closure, action: \.closure) { Crates.body }
    EmptyReducer()
      .ifLet(\.undecorated, action: \.undecorated)
      .ifLet(\.plain, action: \.plain)
  }
}

@Suite("Forms of @Reducer enums") struct EnumFormTests {
  @Test("What is written has the conformances that were asked for") func conformances() {
    func check<State: Hashable & Codable & CaseReducerState, Action: Hashable & Codable & Sendable>(
      _: State.Type, _: Action.Type
    ) {}
    check(Public.State.self, Public.Action.self)
    #expect(Set([Public.State.in(.init()), .in(.init())]).count == 1)
    #expect(Crates.Action.text(.set("a")) == .text(.set("a")))
  }

  @Test("Of cases inside #if those are there whose condition holds") func conditions() {
    #expect(Public.State.caseNames == ["child", "in", "always", "secret"])
    #expect(Public.Action.caseNames == ["child", "in", "always"])
    let store = Store(initialState: Public.State.always(.init())) { Public() }
    store.send(.always(.write("a")))
    #expect(store.state.always?.text == "a")
  }

  @Test("@Redacted holds for the state") func redaction() {
    #expect(JSONSchemaBuilder.document(of: Public.State.self).contains("x-enfold-redacted"))
  }

  @Test("A store of an enum, and of a generic one") func stores() {
    let store: StoreOf<Crates> = Store(initialState: .text(Crate.State(value: ""))) { Crates.body }
    store.send(.text(.set("a")))
    #expect(store.state == .text(Crate.State(value: "a")))
    let either = Store(initialState: .many(Crate.State(value: [1])), reducer: Either<Int>())
    either.send(.many(.set([1, 2])))
    #expect(either.state.many?.value == [1, 2])
    let data = Store(initialState: .number(1), reducer: OnlyData())
    #expect(data.state.number == 1 && OnlyData.Action.caseNames == [])
  }

  @Test("Types written by hand stay, and get @Action") func byHand() {
    var state = ByHand.State.crate(Crate.State(value: 1))
    _ = ByHand().reduce(into: &state, action: .crate(.set(2)))
    #expect(state == .crate(Crate.State(value: 2)) && JSON.string(state) == #"{"crate":{"value":2}}"#)
    _ = ByHand.body.reduce(into: &state, action: .finish)
    #expect(state == .done)
  }

  @Test("Every operator takes it: presented or not, with a closure or without; so does a case of another")
  func operators() {
    let number = Crates.State.number(Crate.State(value: 1))
    let store = Store(
      initialState: Estate.State(presented: number, closure: number, undecorated: .done, plain: number),
      reducer: Estate())
    store.send(.presented(.presented(.number(.set(2)))))
    store.send(.closure(.presented(.number(.set(3)))))
    store.send(.plain(.number(.set(4))))
    store.send(.always(.crates(.number(.set(5)))))
    store.send(.undecorated(.presented(.finish)))
    #expect(store.state.presented?.number?.value == 2 && store.state.closure?.number?.value == 3)
    #expect(store.state.plain?.number?.value == 4 && store.state.always == .crates(.number(Crate.State(value: 5))))
    store.send(.presented(.dismiss))
    store.send(.closure(.dismiss))
    store.send(.undecorated(.dismiss))
    #expect(store.state.presented == nil && store.state.closure == nil && store.state.undecorated == nil)
  }
}
