// Operators of OpenCombine with the names of RxSwift and ReactableKit. They give observables.
import Enfold
import OpenCombine

extension Publisher where Failure == Never {
  /// Calls a closure with each value, and passes its results on.
  @preconcurrency
  public func map<Result>(_ transform: @escaping @Sendable (Output) -> Result) -> Observable<Result> {
    Publishers.Map(upstream: self, transform: transform).eraseToAnyPublisher()
  }

  /// The values for which a closure says yes.
  @preconcurrency
  public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Observable<Output> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded).eraseToAnyPublisher()
  }

  /// Calls a closure with each value, and passes its results on, unless they are nil.
  @preconcurrency
  public func compactMap<Result>(_ transform: @escaping @Sendable (Output) -> Result?) -> Observable<Result> {
    Publishers.CompactMap(upstream: self, transform: transform).eraseToAnyPublisher()
  }

  /// Some values, and then those of this stream.
  ///
  /// This stream is subscribed to when its first value is wanted. If it is hot, such as a subject, what it has before is lost.
  public func startWith(_ values: Output...) -> Observable<Output> { .concat(.from(values), asObservable()) }
}

extension Publisher {
  /// Without a value that is equal to the one before it.
  public func distinctUntilChanged() -> AnyPublisher<Output, Failure> where Output: Equatable {
    removeDuplicates().eraseToAnyPublisher()
  }

  /// Leaves a value out if `selector` takes the same from it as from the one before.
  @preconcurrency
  public func distinctUntilChanged<Value: Equatable>(
    _ selector: @escaping @Sendable (Output) -> Value
  ) -> AnyPublisher<Output, Failure> { removeDuplicates { selector($0) == selector($1) }.eraseToAnyPublisher() }

  /// Without the first values.
  public func skip(_ count: Int) -> AnyPublisher<Output, Failure> { dropFirst(count).eraseToAnyPublisher() }

  /// Calls closures before each event is handed on.
  @preconcurrency
  public func `do`(
    onNext: (@Sendable (Output) -> Void)? = nil, onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil, onSubscribe: (@Sendable () -> Void)? = nil
  ) -> AnyPublisher<Output, Failure> {
    handleEvents(
      receiveSubscription: { _ in onSubscribe?() }, receiveOutput: onNext,
      receiveCompletion: {
        switch $0 {
        case .finished: onCompleted?()
        case .failure(let error): onError?(error)
        }
      }
    )
    .eraseToAnyPublisher()
  }

  /// Each value with its number, from 0.
  public func withIndex() -> AnyPublisher<(index: Int, element: Output), Failure> {
    Deferred {
      var next = 0  // touched by one thread at a time: that which has a value
      return Publishers.Map(upstream: self) { element in
        defer { next += 1 }
        return (index: next, element: element)
      }
    }
    .eraseToAnyPublisher()
  }

  /// Prints each event, and with it a name.
  ///
  /// - Parameter stream: where to print; nil is the standard output.
  public func debug(_ name: String = "", to stream: (any TextOutputStream)? = nil) -> AnyPublisher<Output, Failure> {
    print(name, to: stream).eraseToAnyPublisher()
  }

  /// An error becomes a value, and with it the stream ends.
  public func catchAndReturn(_ value: Output) -> Observable<Output> { replaceError(with: value).eraseToAnyPublisher() }

  /// ``catchAndReturn(_:)`` by its name in older RxSwift.
  public func catchErrorJustReturn(_ value: Output) -> Observable<Output> { catchAndReturn(value) }
}
