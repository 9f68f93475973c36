// ProfileViewReactor: a follow button, as ReactorKit's users write it.
import EnfoldReactor

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
