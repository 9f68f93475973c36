// combineLatest: the latest values of several streams.
import Enfold
import OpenCombine

extension AnyPublisher where Failure == Never {
  /// The latest values of two streams, whenever one of them has a new one and both have had one. Ends when both have ended.
  public static func combineLatest<A: Publisher, B: Publisher>(_ a: A, _ b: B) -> Self
  where A.Failure == Never, B.Failure == Never, Output == (A.Output, B.Output) {
    Junction.stream { junction in
      let latest = Latest<A.Output, B.Output>(junction.outlet)
      junction.add(a) { latest.set($0, nil) }
      junction.add(b) { latest.set(nil, $0) }
    }
  }

  /// The latest values of three streams.
  public static func combineLatest<A: Publisher, B: Publisher, C: Publisher>(_ a: A, _ b: B, _ c: C) -> Self
  where A.Failure == Never, B.Failure == Never, C.Failure == Never, Output == (A.Output, B.Output, C.Output) {
    a.combineLatest(b).combineLatest(c).map { ($0.0, $0.1, $1) }
  }

  /// The latest values of four streams.
  public static func combineLatest<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) -> Self
  where
    A.Failure == Never, B.Failure == Never, C.Failure == Never, D.Failure == Never,
    Output == (A.Output, B.Output, C.Output, D.Output)
  {
    a.combineLatest(b).combineLatest(c.combineLatest(d)).map { ($0.0, $0.1, $1.0, $1.1) }
  }

  /// Calls a closure with the latest values of two streams, and passes its results on.
  @preconcurrency
  public static func combineLatest<A: Publisher, B: Publisher>(
    _ a: A, _ b: B, resultSelector: @escaping @Sendable (A.Output, B.Output) -> Output
  ) -> Self where A.Failure == Never, B.Failure == Never {
    a.combineLatest(b).map { resultSelector($0, $1) }
  }

  /// Calls a closure with the latest values of three streams, and passes its results on.
  @preconcurrency
  public static func combineLatest<A: Publisher, B: Publisher, C: Publisher>(
    _ a: A, _ b: B, _ c: C, resultSelector: @escaping @Sendable (A.Output, B.Output, C.Output) -> Output
  ) -> Self where A.Failure == Never, B.Failure == Never, C.Failure == Never {
    a.combineLatest(b).combineLatest(c).map { resultSelector($0.0, $0.1, $1) }
  }

  /// Calls a closure with the latest values of four streams, and passes its results on.
  @preconcurrency
  public static func combineLatest<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(
    _ a: A, _ b: B, _ c: C, _ d: D,
    resultSelector: @escaping @Sendable (A.Output, B.Output, C.Output, D.Output) -> Output
  ) -> Self where A.Failure == Never, B.Failure == Never, C.Failure == Never, D.Failure == Never {
    a.combineLatest(b).combineLatest(c.combineLatest(d)).map { resultSelector($0.0, $0.1, $1.0, $1.1) }
  }
}

extension Publisher where Failure == Never {
  /// The latest values of this stream and another one.
  public func combineLatest<Other: Publisher>(_ other: Other) -> Observable<(Output, Other.Output)>
  where Other.Failure == Never {
    .combineLatest(self, other)
  }
}

/// The latest values of two streams.
private final class Latest<A, B>: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.
  private let outlet: Outlet<(A, B), Never>
  private let lock = Lock()
  private var a: A?
  private var b: B?

  init(_ outlet: Outlet<(A, B), Never>) { self.outlet = outlet }

  /// One of the streams has a new value.
  func set(_ newA: A?, _ newB: B?) {
    let past = lock.withLock {
      let past = (newA == nil ? nil : a, newB == nil ? nil : b)
      if let newA { a = newA }
      if let newB { b = newB }
      if let a, let b { outlet.put((a, b)) }
      return past
    }
    withExtendedLifetime(past) {}  // without the lock: its end may run anything
  }
}
