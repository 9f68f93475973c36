// ActionSubject: where a reactor's actions go in.
import Enfold
import OpenCombine

/// Takes actions for a reactor, and is the stream of the actions that its store has taken.
///
/// ```swift
/// button.taps.map { Counter.Action.increase }.bind(to: counter.action).disposed(by: bag)
/// counter.action.onNext(.increase)
/// counter.action(.increase)
/// ```
///
/// An action is sent to the store in which the reactor lives, on any thread. Subscribers get each action when its turn has
/// come, before the store asks `mutate`; also actions that others have sent to the store. An error or the end of a stream that
/// is bound to it ends nothing here. If the store is closed or its queue is full, the action is dropped.
public final class ActionSubject<Action>: Publisher, ObserverType, Sendable {
  public typealias Element = Action
  public typealias Output = Action
  public typealias Failure = Never

  private let taken = PublishSubject<Action>()
  private let send: @Sendable (Action) -> Void

  init(_ send: @escaping @Sendable (Action) -> Void) { self.send = send }

  /// Sends an action.
  public func onNext(_ action: Action) { send(action) }

  /// Sends an action.
  public func callAsFunction(_ action: Action) { send(action) }

  /// Does nothing: a stream that ends does not end the reactor.
  public func onCompleted() {}

  /// Does nothing: a stream that fails does not end the reactor.
  public func onError(_ error: any Error) {}

  /// How many have subscribed.
  public var observerCount: Int { taken.observerCount }

  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Action, Downstream.Failure == Never { taken.receive(subscriber: subscriber) }

  /// Tells the subscribers.
  func tell(_ action: Action) { taken.onNext(action) }
}

extension ActionSubject: SinkPublisher {}
