// combineLatest: the latest values of several streams. OpenCombine has none.
import OpenCombine

extension AnyPublisher where Failure == Never {
  /// The latest values of two streams, whenever one of them has a new one and both have had one. Ends when both have ended.
  public static func combineLatest<A: Publisher, B: Publisher>(_ a: A, _ b: B) -> Self
  where A.Failure == Never, B.Failure == Never, Output == (A.Output, B.Output) {
    Junction.stream { junction in
      let latest = Locked<(a: A.Output?, b: B.Output?)>((nil, nil))
      let put = { (pair: (a: A.Output?, b: B.Output?)) in
        if let a = pair.a, let b = pair.b { junction.outlet.put((a, b)) }
      }
      junction.add(a) { value in
        _ = latest.withLock { pair in
          defer { put(pair) }
          return exchange(&pair.a, with: value)
        }
      }
      junction.add(b) { value in
        _ = latest.withLock { pair in
          defer { put(pair) }
          return exchange(&pair.b, with: value)
        }
      }
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
  ) -> Self where A.Failure == Never, B.Failure == Never { a.combineLatest(b).map { resultSelector($0, $1) } }

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
