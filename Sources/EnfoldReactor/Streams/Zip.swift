// zip: the first values of several streams together, then the second ones, and so on.
// OpenCombine's loses values for who asks for one at a time, and calls its subscriber with a lock held.
import Enfold
import OpenCombine

extension AnyPublisher where Failure == Never {
  /// The first values of two streams together, then the second ones, and so on. Ends when one of them has ended and all of its
  /// values have been given. Values of a stream that is ahead wait, however many they are.
  ///
  /// The streams may give their values on any threads. The combined values come one after the other, so closures that
  /// are called with them never overlap.
  public static func zip<A: Publisher, B: Publisher>(_ a: A, _ b: B) -> Self
  where A.Failure == Never, B.Failure == Never, Output == (A.Output, B.Output) {
    Junction.stream { junction in
      let pairs = Pairs<A.Output, B.Output>(junction)
      junction.add(a, asking: .forAll, ended: { _ in pairs.endA() }, receive: pairs.putA)
      junction.add(b, asking: .forAll, ended: { _ in pairs.endB() }, receive: pairs.putB)
    }
  }

  /// The first values of three streams together, then the second ones, and so on.
  public static func zip<A: Publisher, B: Publisher, C: Publisher>(_ a: A, _ b: B, _ c: C) -> Self
  where A.Failure == Never, B.Failure == Never, C.Failure == Never, Output == (A.Output, B.Output, C.Output) {
    a.zip(b).zip(c).map { ($0.0, $0.1, $1) }
  }

  /// The first values of four streams together, then the second ones, and so on.
  public static func zip<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) -> Self
  where
    A.Failure == Never, B.Failure == Never, C.Failure == Never, D.Failure == Never,
    Output == (A.Output, B.Output, C.Output, D.Output)
  {
    a.zip(b).zip(c.zip(d)).map { ($0.0, $0.1, $1.0, $1.1) }
  }

  /// Calls a closure with the values of two streams, and passes its results on.
  @preconcurrency
  public static func zip<A: Publisher, B: Publisher>(
    _ a: A, _ b: B, resultSelector: @escaping @Sendable (A.Output, B.Output) -> Output
  ) -> Self where A.Failure == Never, B.Failure == Never { a.zip(b).map { resultSelector($0, $1) } }

  /// Calls a closure with the values of three streams, and passes its results on.
  @preconcurrency
  public static func zip<A: Publisher, B: Publisher, C: Publisher>(
    _ a: A, _ b: B, _ c: C, resultSelector: @escaping @Sendable (A.Output, B.Output, C.Output) -> Output
  ) -> Self where A.Failure == Never, B.Failure == Never, C.Failure == Never {
    a.zip(b).zip(c).map { resultSelector($0.0, $0.1, $1) }
  }
}

extension Publisher where Failure == Never {
  /// The first values of this stream and another one together, then the second ones, and so on.
  public func zip<Other: Publisher>(_ other: Other) -> Observable<(Output, Other.Output)> where Other.Failure == Never {
    .zip(self, other)
  }

  /// Calls a closure with the values of this stream and another one, and passes its results on.
  @preconcurrency
  public func zip<Other: Publisher, Result>(
    _ other: Other, _ transform: @escaping @Sendable (Output, Other.Output) -> Result
  ) -> Observable<Result> where Other.Failure == Never { .zip(self, other, resultSelector: transform) }

  /// The first values of this stream and two others together, then the second ones, and so on.
  public func zip<B: Publisher, C: Publisher>(_ b: B, _ c: C) -> Observable<(Output, B.Output, C.Output)>
  where B.Failure == Never, C.Failure == Never {
    .zip(self, b, c)
  }

  /// The first values of this stream and three others together, then the second ones, and so on.
  public func zip<B: Publisher, C: Publisher, D: Publisher>(
    _ b: B, _ c: C, _ d: D
  ) -> Observable<(Output, B.Output, C.Output, D.Output)>
  where B.Failure == Never, C.Failure == Never, D.Failure == Never {
    .zip(self, b, c, d)
  }
}

/// What one of two streams has given and the other one has not.
private final class Pairs<A, B>: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.
  private let junction: Junction<(A, B), Never>
  private let lock = Lock()
  private var a = BlockQueue<A>()
  private var b = BlockQueue<B>()
  private var hasEnded = (a: false, b: false)

  init(_ junction: Junction<(A, B), Never>) { self.junction = junction }

  func putA(_ value: A) { change { a.append(value) } }
  func putB(_ value: B) { change { b.append(value) } }
  func endA() { change { hasEnded.a = true } }
  func endB() { change { hasEnded.b = true } }

  private func change(_ body: () -> Void) {
    let isOver = lock.withLock {
      body()
      if !a.isEmpty, !b.isEmpty, let first = a.popFirst(), let second = b.popFirst() {
        junction.outlet.put((first, second))
      }
      return hasEnded.a && a.isEmpty || hasEnded.b && b.isEmpty
    }
    if isOver { junction.finish(.finished) }
  }
}
