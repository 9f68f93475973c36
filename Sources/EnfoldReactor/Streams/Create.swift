// create: a stream that a closure feeds.
import Enfold
import OpenCombine

extension AnyPublisher where Failure == Never {
  /// A stream that a closure feeds, anew for each subscriber:
  ///
  /// ```swift
  /// Observable<Int>.create { observer in
  ///   let connection = device.listen { observer.onNext($0) }
  ///   return Disposables.create { connection.close() }
  /// }
  /// ```
  ///
  /// Values that the subscriber has not asked for wait for it, however many they are.
  ///
  /// - Parameter subscribe: returns an object that is cancelled at the end, also if the subscriber cancels.
  @preconcurrency
  public static func create(_ subscribe: @escaping @Sendable (StreamObserver<Output>) -> any Cancellable) -> Self {
    OutletStream { outlet in
      let disposal = Disposal()
      outlet.connect(cancelled: disposal.dispose)
      disposal.set(subscribe(StreamObserver(outlet, disposal)))
    }
    .eraseToAnyPublisher()
  }
}

/// Feeds one subscriber of a stream that was made by `create`. Any thread may call it.
public struct StreamObserver<Element>: ObserverType, @unchecked Sendable {
  // Unchecked: its parts are safe for use by many threads.
  private let outlet: Outlet<Element, Never>
  private let disposal: Disposal
  private let surroundings = Surroundings()

  fileprivate init(_ outlet: Outlet<Element, Never>, _ disposal: Disposal) {
    (self.outlet, self.disposal) = (outlet, disposal)
  }

  /// Hands a value on. After the end it does nothing.
  public func onNext(_ value: Element) { outlet.give(value) }

  /// Ends the stream.
  public func onCompleted() {
    outlet.finish()
    disposal.dispose()
  }

  /// Ends the stream, which has no place for an error. So the error is reported: the effect of a reactor's action ends as
  /// failed, with a diagnostic. Elsewhere the error is written to the standard error stream.
  public func onError(_ error: any Error, fileID: StaticString = #fileID, line: UInt = #line) {
    if outlet.hasEnded { return }
    surroundings.fail(error, "a stream at \(fileID):\(line)")
    onCompleted()
  }
}

/// The work at the end of a stream, as RxSwift names it.
public enum Disposables {
  /// Nothing is done.
  public static func create() -> AnyCancellable { create {} }

  /// Calls a closure, once.
  @preconcurrency
  public static func create(_ dispose: @escaping @Sendable () -> Void) -> AnyCancellable { AnyCancellable(dispose) }
}
