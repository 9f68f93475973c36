// withLatestFrom: a value of this stream together with the latest of another.
import Enfold
import OpenCombine

extension Publisher {
  /// The latest value of another stream, whenever this one has a value. Values of this stream are left out as long as the
  /// other one has had none. Ends with this stream.
  public func withLatestFrom<Other: Publisher>(_ other: Other) -> AnyPublisher<Other.Output, Failure>
  where Other.Failure == Never {
    withLatestFrom(other) { $1 }
  }

  /// Calls a closure with each value and the latest one of another stream, and passes its results on.
  @preconcurrency
  public func withLatestFrom<Other: Publisher, Result>(
    _ other: Other, resultSelector: @escaping @Sendable (Output, Other.Output) -> Result
  ) -> AnyPublisher<Result, Failure> where Other.Failure == Never {
    Junction.stream { junction in
      let latest = Box<Other.Output>()
      junction.add(other.setFailureType(to: Failure.self), asking: .forAll, isAwaited: false) { latest.set($0) }
      junction.add(self) { value in
        if let other = latest.value { junction.outlet.put(resultSelector(value, other)) }
      }
    }
  }
}

/// The latest value of a stream.
private final class Box<Value>: @unchecked Sendable {
  // Unchecked: the value is guarded by the lock.
  private let lock = Lock()
  private var content: Value?

  var value: Value? { lock.withLock { content } }

  func set(_ value: Value) {
    let past = lock.withLock {
      defer { content = value }
      return content
    }
    withExtendedLifetime(past) {}  // without the lock: its end may run anything
  }
}
