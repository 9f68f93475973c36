// bind and subscribe: hand the values of a stream to an observer or a closure.
import Enfold
import OpenCombine

/// Something that takes values: a subject, a store.
public protocol ObserverType<Element> {
  associatedtype Element

  /// Takes a value. Any thread may call it.
  func onNext(_ value: Element)

  /// The dependencies of the streams that are bound to it, such as the clock of a `throttle`. Nil: those where
  /// `bind(to:)` is called.
  var dependencies: DependencyValues? { get }
}

extension ObserverType {
  public var dependencies: DependencyValues? { nil }
}

/// A store takes actions. Streams that are bound to it have its dependencies, and so its clock.
extension Store: ObserverType {
  /// Sends an action, as ``Store/send(_:)`` does.
  public func onNext(_ action: Action) { send(action) }
}

extension Publisher {
  /// Calls a closure with each value, on whichever thread it comes, until the subscription that is returned goes. An error
  /// that ends the stream is reported on the standard error stream.
  @preconcurrency
  public func bind(onNext body: @escaping @Sendable (Output) -> Void) -> AnyCancellable { bound(body) }

  private func bound(_ body: @escaping (Output) -> Void) -> AnyCancellable {
    let surroundings = Surroundings()
    return sunk({ if case .failure(let error) = $0 { surroundings.fail(error, "a bound stream") } }, body)
  }

  /// Hands each value to an observer, such as a subject or a store, and keeps it alive. The end of the stream, also by
  /// an error, does not end the observer.
  ///
  /// ```swift
  /// button.taps.throttle(.milliseconds(300)).map { Action.tap }.bind(to: store).disposed(by: bag)
  /// ```
  ///
  /// The stream is subscribed to with the dependencies of the observer: here `throttle` uses the store's clock.
  public func bind<Observer: ObserverType>(to observer: Observer) -> AnyCancellable where Observer.Element == Output {
    let subscribe = { bound { observer.onNext($0) } }
    guard let dependencies = observer.dependencies else { return subscribe() }
    return DependencyValues.bind(dependencies, operation: subscribe)
  }

  /// Calls a closure with an object and each value, on whichever thread it comes, as long as the object is there. It is not
  /// kept alive.
  @preconcurrency
  public func bind<Owner: AnyObject>(
    with owner: Owner, onNext body: @escaping @Sendable (Owner, Output) -> Void
  ) -> AnyCancellable { bound { [weak owner] value in if let owner { body(owner, value) } } }

  /// Calls closures with each value, and with the end of the stream, on whichever thread they come.
  @preconcurrency
  public func subscribe(
    onNext: (@Sendable (Output) -> Void)? = nil, onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> AnyCancellable {
    let surroundings = Surroundings()
    return sunk {
      switch $0 {
      case .finished: onCompleted?()
      case .failure(let error):
        if let onError { onError(error) } else { surroundings.fail(error, "a stream that was subscribed to") }
      }
    } _: {
      onNext?($0)
    }
  }
}
