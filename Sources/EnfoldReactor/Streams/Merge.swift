// merge: several streams side by side. OpenCombine has none.
import Enfold
import OpenCombine

extension AnyPublisher where Failure == Never {
  /// All streams side by side. All are listened to at once; if several have values at hand, each gets its turn. Ends when
  /// all have ended.
  public static func merge(_ streams: Self...) -> Self { merge(streams) }

  /// All streams side by side.
  public static func merge(_ streams: [Self]) -> Self {
    Junction.stream { junction in
      for stream in streams { junction.add(stream) { junction.outlet.put($0) } }
    }
  }

  /// Publishers of another type side by side, such as subjects.
  @_disfavoredOverload public static func merge<Stream: Publisher>(_ streams: [Stream]) -> Self
  where Stream.Output == Output, Stream.Failure == Never {
    merge(streams.map { $0.asObservable() })
  }

  /// Publishers of two types side by side: `.merge(button.taps, subject)`.
  @_disfavoredOverload
  public static func merge<First: Publisher, Second: Publisher>(_ first: First, _ second: Second) -> Self
  where First.Output == Output, First.Failure == Never, Second.Output == Output, Second.Failure == Never {
    merge([first.eraseToAnyPublisher(), second.eraseToAnyPublisher()])
  }

  /// Publishers of three types side by side.
  @_disfavoredOverload public static func merge<First: Publisher, Second: Publisher, Third: Publisher>(
    _ first: First, _ second: Second, _ third: Third
  ) -> Self
  where
    First.Output == Output, First.Failure == Never, Second.Output == Output, Second.Failure == Never,
    Third.Output == Output, Third.Failure == Never
  {
    merge([first.eraseToAnyPublisher(), second.eraseToAnyPublisher(), third.eraseToAnyPublisher()])
  }

  /// Publishers of four types side by side.
  @_disfavoredOverload
  public static func merge<First: Publisher, Second: Publisher, Third: Publisher, Fourth: Publisher>(
    _ first: First, _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> Self
  where
    First.Output == Output, First.Failure == Never, Second.Output == Output, Second.Failure == Never,
    Third.Output == Output, Third.Failure == Never, Fourth.Output == Output, Fourth.Failure == Never
  {
    merge([
      first.eraseToAnyPublisher(), second.eraseToAnyPublisher(), third.eraseToAnyPublisher(),
      fourth.eraseToAnyPublisher(),
    ])
  }
}

extension Publisher {
  /// This stream and another one side by side.
  public func merge<Other: Publisher>(with other: Other) -> AnyPublisher<Output, Failure>
  where Other.Output == Output, Other.Failure == Failure {
    Junction.stream { junction in
      junction.add(self) { junction.outlet.put($0) }
      junction.add(other) { junction.outlet.put($0) }
    }
  }
}
