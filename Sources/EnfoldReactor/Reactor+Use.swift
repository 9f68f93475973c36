// Reactor: what a reactor itself offers: action, state, currentState, pulse.
import Enfold
import OpenCombine

// Each of these needs the macro `@Reactor` on the class.
extension Reactor {
  /// The link that the macro has added.
  var link: ReactorLink<State, Action> {
    guard let link = _$link else { preconditionFailure("\(Self.self): write @Reactor in front of the class") }
    return link
  }

  /// Where actions go in, and the stream of the actions that were taken; see ``ActionSubject``.
  ///
  /// A reactor that lives in no store gets one of its own with its first action, or when its state is first subscribed to.
  /// This store goes with the reactor.
  public var action: ActionSubject<Action> {
    link.subject { [weak self] action in
      guard let self else { return }
      _ = self.link.desk(for: self).send(action)
    }
  }

  /// Makes the reactor's own store, if it lives in no store. So its ``transformAction()`` begins now, and not with its first
  /// action.
  public func initialize() { _ = link.desk(for: self) }

  /// The state of the last commit of the reactor's store; without a store the ``initialState``. In an observer of the
  /// store it is that of the event. With a ``transform(state:)-(_)`` it is what that has made of the state. An observer that
  /// was there before a child with such a transform still reads the state before.
  ///
  /// Inside `reduce` it is a programming error, and traps: use the state that `reduce` was given.
  public var currentState: State { link.currentState ?? initialState }

  /// The states from now on, beginning with the present one: one after each commit of its store, also if nothing differs. The
  /// commit of an action of this reactor that has no mutation is left out. The stream ends when the store closes. It does not
  /// keep the reactor alive.
  public var state: Observable<State> {
    StateStream<State, Action> { [weak self] in
      guard let self else { return nil }
      let link = self.link
      return (link, link.desk(for: self))
    }.eraseToAnyPublisher()
  }

  /// The assignments to a `@Pulse` or `@Emit` property, beginning with the present value: `pulse(\.$alert)`. Assigning an equal
  /// value counts, too.
  @preconcurrency
  public func pulse<Value>(_ pulse: @escaping @Sendable (State) -> Pulse<Value>) -> Observable<Value> {
    state.map(pulse).removeDuplicates { !$1.isAssignment(after: $0) }.map(\.wrappedValue).eraseToAnyPublisher()
  }

  /// ``pulse(_:)`` under the name that it has in ReactableKit.
  @preconcurrency
  public func emit<Value>(_ emit: @escaping @Sendable (State) -> Emit<Value>) -> Observable<Value> { pulse(emit) }

  /// Sends an action, waits until everything that it causes has ended, and returns the state then. Others may have changed it
  /// meanwhile.
  @discardableResult public func asyncAction(_ action: Action) async -> State {
    let desk = link.desk(for: self)
    await withCheckedContinuation { continuation in
      if !desk.send(action, ended: { continuation.resume() }) { continuation.resume() }
    }
    return currentState
  }
}

/// The states of a reactor.
private struct StateStream<State: Sendable, Action: Sendable>: Publisher {
  typealias Output = State
  typealias Failure = Never

  /// Nil when the reactor has gone.
  let find: () -> (ReactorLink<State, Action>, MutationDesk)?

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == State, Downstream.Failure == Never {
    let relay = PublishSubject<State>()
    let source = Disposal()
    relay.handleEvents(receiveCancel: { source.dispose() }).receive(subscriber: subscriber)
    guard let (link, desk) = find() else { return relay.onCompleted() }
    // In its turn: then the reactor's transforms have begun.
    let isTaken = desk.inTurn { [weak link] isOpen in
      guard isOpen else { return relay.onCompleted() }
      if let shown = link?.shown {
        source.set(
          shown.compactMap { $0 }.sink { _ in
            relay.onCompleted()
          } receiveValue: {
            relay.onNext($0)
          })
      } else if let link {
        source.set(link.observe(desk, initial: true, { relay.onNext($0) }, closed: { relay.onCompleted() }))
      } else {
        relay.onCompleted()
      }
    }
    if !isTaken { relay.onCompleted() }
  }
}
