// Reactors as the articles on ReactorKit write them, and ReactableKit's counter.
import EnfoldReactor
import EnfoldTesting
import Testing

/// The text field of the first article: its text in capitals, and its length.
@Reactor private final class TextFieldViewReactor: Reactor {
  enum Action: Sendable {
    case inputField(String)
  }

  enum Mutation: Sendable {
    case setLengthOfString(Int)
    case setCapitalizedString(String)
  }

  struct State: Sendable, Equatable {
    var capitalizedString: String?
    var lengthOfString: Int?
  }

  let initialState: State

  init() {
    self.initialState = State()
  }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case let .inputField(input):
      let lengthOfString = input.count
      let capitalizedString = input.uppercased()
      return Observable<Mutation>.concat(
        Observable.just(.setLengthOfString(lengthOfString)),
        Observable.just(.setCapitalizedString(capitalizedString))
      )
    }
  }

  func reduce(state: State, mutation: Mutation) -> State {
    var newState = state
    switch mutation {
    case let .setLengthOfString(length):
      newState.lengthOfString = length
    case let .setCapitalizedString(string):
      newState.capitalizedString = string
    }
    return newState
  }
}

/// The profile of the second article, whose answers come later.
@Reactor private final class ProfileViewReactor: Reactor {
  enum Action: Sendable {
    case refreshFollowingStatus(Int)
    case follow(Int)
  }

  enum Mutation: Sendable, Equatable {
    case setFollowing(Bool)
  }

  struct State: Sendable, Equatable {
    var isFollowing: Bool = false
  }

  let initialState: State = State()
  let answers = PublishSubject<Bool>()

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .refreshFollowingStatus:
      return answers.map { (isFollowing: Bool) -> Mutation in
        Mutation.setFollowing(isFollowing)
      }
      .asObservable()
    case .follow:
      return Observable.just(()).map { _ -> Mutation in Mutation.setFollowing(true) }.asObservable()
    }
  }

  func reduce(state: State, mutation: Mutation) -> State {
    var state = state
    switch mutation {
    case let .setFollowing(isFollowing):
      state.isFollowing = isFollowing
      return state
    }
  }
}

@Suite("Reactors of the articles") struct SampleTests {
  @Test("What is typed is shown in capitals, with its length") func textField() {
    let reactor = TextFieldViewReactor()
    let store = Store(reactor)
    store.send(.inputField("hello"))
    #expect(store.state == TextFieldViewReactor.State(capitalizedString: "HELLO", lengthOfString: 5))
    #expect(reactor.currentState == store.state)
    #expect(store.revision == 2)
  }

  @Test("A service's answer becomes a mutation, at once or later") func profile() async {
    let reactor = ProfileViewReactor()
    let store = TestStore(reactor)
    await store.send(.follow(7)) { $0.isFollowing = true }
    let task = await store.send(.refreshFollowingStatus(7))
    reactor.answers.onNext(false)
    await store.receive(mutation: ProfileViewReactor.Mutation.setFollowing(false)) { $0.isFollowing = false }
    reactor.answers.onCompleted()
    await task.finish()
  }
}
