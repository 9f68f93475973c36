// Observable: a publisher that does not fail, with the names of RxSwift and ReactableKit for making one.
import Enfold
import OpenCombine

/// A stream of values that never fails.
///
/// Whoever subscribes asks for values, and a reactor asks for one at a time. The streams and operators of this library lose
/// nothing that was not asked for yet. Operators that need time have a `clock`: by default that of the dependencies
/// (``DependencyValues/current``) where somebody subscribes, which in a reactor's `mutate`, and where a stream is bound to a
/// store, is the clock of the store.
public typealias Observable<Element> = AnyPublisher<Element, Never>

extension AnyPublisher where Failure == Never {
  /// One value.
  @inlinable public static func just(_ value: Output) -> Self { Just(value).eraseToAnyPublisher() }

  /// Ends at once.
  @inlinable public static func empty() -> Self { Empty().eraseToAnyPublisher() }

  /// Neither emits nor ends.
  public static func never() -> Self { Empty(completeImmediately: false).eraseToAnyPublisher() }

  /// The elements of a sequence.
  public static func from(_ values: some Sequence<Output>) -> Self {
    Publishers.Sequence(sequence: Array(values)).eraseToAnyPublisher()
  }

  /// Some values.
  public static func of(_ values: Output...) -> Self { from(values) }

  /// A stream that is made anew for each subscriber.
  @preconcurrency
  public static func deferred<Stream: Publisher>(_ make: @escaping @Sendable () -> Stream) -> Self
  where Stream.Output == Output, Stream.Failure == Never {
    Deferred(createPublisher: make).eraseToAnyPublisher()
  }

  /// One stream after the other. Each is subscribed to when the one before it has ended and its next value is asked for. So
  /// a stream that is made late, by `deferred`, sees the effects of the values before it.
  public static func concat(_ streams: Self...) -> Self { concat(streams) }

  /// One stream after the other.
  public static func concat(_ streams: [Self]) -> Self { Concatenated(streams).eraseToAnyPublisher() }
}

extension Publisher where Failure == Never {
  /// This stream as an ``Observable``.
  public func asObservable() -> Observable<Output> { eraseToAnyPublisher() }
}
