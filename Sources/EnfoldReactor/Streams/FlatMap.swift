// flatMap, flatMapLatest: make a stream from each value and pass on the values of these streams.
// OpenCombine's take all values at once, however few are wanted, and call their subscriber with a lock held.
import Enfold
import OpenCombine

extension Publisher where Failure == Never {
  /// Makes a stream of each value. They run side by side, as many as there are values, and give their values as they have
  /// them. Ends when all have ended.
  ///
  /// The next stream is made when a value is wanted and no running stream has one at hand. `flatMap(maxPublishers:_:)`
  /// is OpenCombine's.
  @preconcurrency
  public func flatMap<Stream: Publisher>(
    _ transform: @escaping @Sendable (Output) -> Stream
  ) -> AnyPublisher<Stream.Output, Never> where Stream.Failure == Never {
    Junction.stream { junction in
      junction.add(self) { value in
        let stream = junction.surroundings.bind { transform(value) }
        junction.add(stream) { junction.outlet.put($0) }
      }
    }
  }

  /// Makes a stream of each value, and cancels that of the value before.
  @preconcurrency
  public func flatMapLatest<Stream: Publisher>(
    _ transform: @escaping @Sendable (Output) -> Stream
  ) -> AnyPublisher<Stream.Output, Never> where Stream.Failure == Never {
    Junction.stream { junction in
      var latest: ObjectIdentifier?  // touched by one thread at a time: that which has a value of this stream
      junction.add(self) { value in
        if let latest { junction.drop(latest) }
        let stream = junction.surroundings.bind { transform(value) }
        latest = junction.addOwn(stream, asking: .first)
      }
    }
  }
}
