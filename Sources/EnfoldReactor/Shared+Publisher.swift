// Shared.publisher: the values of a shared value as a publisher.
import Enfold
import OpenCombine

extension Shared {
  /// The newest value now, and then each value that is assigned. It never ends. If several threads assign at once, some
  /// values may be left out, but not the last one.
  public var publisher: AnyPublisher<Value, Never> {
    .create { observer in
      let observation = observeValues { observer.onNext($0) }
      return Disposables.create { withExtendedLifetime(observation) {} }
    }
  }
}

extension SharedReader {
  /// See ``Shared/publisher``.
  public var publisher: AnyPublisher<Value, Never> { shared.publisher }
}
