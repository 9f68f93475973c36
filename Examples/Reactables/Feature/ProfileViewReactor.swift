// ProfileViewReactor: a follow button, as ReactorKit's users write it.
import EnfoldReactor

/// Where profiles come from: who is followed.
public struct UserAPI: Sendable {
  public var isFollowing: @Sendable (Int) -> Observable<Bool>
  public var follow: @Sendable (Int) -> Observable<Void>

  public init(
    isFollowing: @escaping @Sendable (Int) -> Observable<Bool>, follow: @escaping @Sendable (Int) -> Observable<Void>
  ) {
    self.isFollowing = isFollowing
    self.follow = follow
  }
}

extension UserAPI: DependencyInjectable {
  /// A server of its own, which takes its time.
  public static var real: UserAPI {
    UserAPI(
      isFollowing: { id in Observable<Int>.just(id).delay(.milliseconds(20)).map { $0.isMultiple(of: 2) }.asObservable()
      },
      follow: { _ in Observable<Void>.just(()).delay(.milliseconds(20)).asObservable() })
  }

  /// Answers at once.
  public static var test: UserAPI { UserAPI(isFollowing: { _ in .just(false) }, follow: { _ in .just(()) }) }
}

extension GlobalDependencyKey {
  public var userAPI: UserAPI {
    get { self[UserAPI.self] }
    set { self[UserAPI.self] = newValue }
  }
}

@Reactor public final class ProfileViewReactor: Reactor {
  // represent user actions
  @Action
  public enum Action: Equatable {
    case refreshFollowingStatus(Int)
    case follow(Int)
  }

  // represent state changes
  @Action
  public enum Mutation: Equatable {
    case setFollowing(Bool)
  }

  // represents the current view state
  @ObservableState
  public struct State: Equatable {
    public var isFollowing: Bool = false
  }

  public let initialState: State = State()
  let userAPI = Dependency(\.userAPI)

  public init() {}

  public func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case let .refreshFollowingStatus(userID):  // receive an action
      return userAPI.wrappedValue.isFollowing(userID)  // create an API stream
        .map { (isFollowing: Bool) -> Mutation in
          return Mutation.setFollowing(isFollowing)  // convert to Mutation stream
        }
        .asObservable()

    case let .follow(userID):
      return userAPI.wrappedValue.follow(userID)
        .map { _ -> Mutation in
          return Mutation.setFollowing(true)
        }
        .asObservable()
    }
  }

  public func reduce(state: State, mutation: Mutation) -> State {
    var state = state  // create a copy of the old state
    switch mutation {
    case let .setFollowing(isFollowing):
      state.isFollowing = isFollowing  // manipulate the state, creating a new state
      return state  // return the new state
    }
  }
}
