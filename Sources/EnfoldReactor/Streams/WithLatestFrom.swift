// withLatestFrom: a value of this stream together with the latest of another. OpenCombine has none.
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
      let latest = Locked<Other.Output?>(nil)
      junction.add(other.setFailureType(to: Failure.self), asking: .forAll, isAwaited: false) { value in
        _ = latest.withLock { exchange(&$0, with: value) }
      }
      junction.add(self) { value in
        if let other = latest.withLock({ $0 }) { junction.outlet.put(resultSelector(value, other)) }
      }
    }
  }
}
