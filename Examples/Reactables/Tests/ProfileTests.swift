// The second article on ReactorKit, sample by sample, in its order: a view with a follow button, and its reactor.
import EnfoldReactor
import EnfoldTesting
@testable import ReactablesFeature
import Testing

/// The article's view controller: a button to refresh, and one to follow.
private final class ProfileViewController: EnfoldReactor.View {
  typealias Reactor = ProfileViewReactor

  var disposeBag = DisposeBag()
  let refreshButton = PublishSubject<Void>()
  let followButton = PublishSubject<Void>()
  private(set) var isSelected: [Bool] = []

  func bind(reactor: ProfileViewReactor) {
    // action (View -> Reactor)
    refreshButton.map { Reactor.Action.refreshFollowingStatus(7) }
      .bind(to: reactor.action)
      .disposed(by: self.disposeBag)
    followButton.map { Reactor.Action.follow(7) }
      .bind(to: reactor.action)
      .disposed(by: self.disposeBag)

    // state (Reactor -> View)
    reactor.state.map { $0.isFollowing }
      .bind(with: self) { owner, isFollowing in owner.isSelected.append(isFollowing) }
      .disposed(by: self.disposeBag)
  }
}

/// The article's last part: a reactor that follows a state of the whole application.
@Reactor private final class UserReactor: Reactor {
  enum Action: Sendable { case setName(String) }
  enum Mutation: Sendable { case setUser(String) }
  struct State: Sendable, Equatable { var user = "" }

  let initialState = State()
  let currentUser: BehaviorSubject<String>  // global state

  init(currentUser: BehaviorSubject<String>) { self.currentUser = currentUser }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .setName(let name):
      currentUser.onNext(name)
      return .empty()
    }
  }

  func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    return Observable.merge(mutation, currentUser.map(Mutation.setUser))
  }

  func reduce(state: State, mutation: Mutation) -> State {
    var state = state
    switch mutation {
    case .setUser(let user): state.user = user
    }
    return state
  }
}

@Suite("The article: ReactorKit, concepts and use") struct ProfileTests {
  private func makeReactor() -> ProfileViewReactor {
    withDependencies(DependencyValues(.test)) { ProfileViewReactor() }
  }

  @Test("A view sends actions, and is told of states") func view() {
    let view = ProfileViewController()
    view.reactor = makeReactor()  // inject reactor
    view.refreshButton.onNext(())
    view.followButton.onNext(())
    #expect(view.isSelected == [false, false, true])
  }

  @Test("mutate asks a service, and reduce makes the new state") func mutate() async {
    let store = TestStore(makeReactor()) { $0.userAPI.isFollowing = { _ in .just(true) } }
    await store.send(.refreshFollowingStatus(7)) { $0.isFollowing = true }
    await store.send(.follow(7))
  }

  @Test("What comes late is a mutation all the same") func late() async {
    let answers = PublishSubject<Bool>()
    let store = TestStore(makeReactor()) { $0.userAPI.isFollowing = { _ in answers.asObservable() } }
    let task = await store.send(.refreshFollowingStatus(7))
    answers.onNext(true)
    await store.receive(mutation: ProfileViewReactor.Mutation.setFollowing(true)) { $0.isFollowing = true }
    answers.onCompleted()
    await task.finish()
  }

  @Test("transform(mutation:) merges a global state: its value is there from the beginning") func transform() {
    let currentUser = BehaviorSubject(value: "Ada")
    let reactor = UserReactor(currentUser: currentUser)
    var users: [String] = []
    let subscription = reactor.state.map(\.user).distinctUntilChanged().bind { users.append($0) }
    reactor.action.onNext(.setName("Grace"))
    currentUser.onNext("Edsger")
    #expect(users == ["Ada", "Grace", "Edsger"] || users == ["", "Ada", "Grace", "Edsger"])
    #expect(reactor.currentState.user == "Edsger")
    subscription.cancel()
  }
}
