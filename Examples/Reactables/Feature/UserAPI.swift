// UserAPI: asks who is followed.
import EnfoldReactor

/// A server that knows who is followed.
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
  /// Stands for a server: it answers after 20 milliseconds.
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
