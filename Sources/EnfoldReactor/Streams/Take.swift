// take: passes on the first values, or the values until another stream has one, and then ends.
// OpenCombine's `prefix(untilOutputFrom:)` may tell the end while another thread gives its subscriber a value.
import Enfold
import OpenCombine

extension Publisher {
  /// The first values. Ends with the last of them, and cancels this stream then. OpenCombine's `prefix(_:)` ends only when one
  /// more value comes.
  public func take(_ count: Int) -> AnyPublisher<Output, Failure> {
    Junction.stream { junction in
      if count <= 0 { return }
      var left = count  // touched by one thread at a time: that which has a value of this stream
      junction.add(self) { value in
        if left == 0 { return }
        left -= 1
        junction.outlet.put(value)
        if left == 0 { junction.finish(.finished) }
      }
    }
  }

  /// Ends when another stream has a value. The end of the other stream does not matter.
  public func take<Other: Publisher>(until other: Other) -> AnyPublisher<Output, Failure> where Other.Failure == Never {
    Junction.stream { junction in
      junction.add(other.setFailureType(to: Failure.self), asking: .forAll, isAwaited: false) { _ in
        junction.finish(.finished)
      }
      junction.add(self) { junction.outlet.put($0) }
    }
  }

  /// ``take(until:)`` by its name in ReactableKit.
  public func takeUntil<Other: Publisher>(_ other: Other) -> AnyPublisher<Output, Failure>
  where Other.Failure == Never {
    take(until: other)
  }
}
