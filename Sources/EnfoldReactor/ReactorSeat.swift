// ReactorSeat: a reactor's place in one store.
import Enfold
import OpenCombine

/// Asks a reactor for the mutations of each action and reduces them. Only the drainer of the store touches it.
@usableFromInline final class ReactorSeat<R: Reactor>: MutationSeat {
  @usableFromInline let types = DeskTypes(R.State.self, R.Action.self)
  @usableFromInline let reactor: HeldReactor<R>
  /// The desk of the store; nil if the reactor cannot be asked before its action is reduced.
  @usableFromInline let desk: MutationDesk?
  @usableFromInline let isInStore: Bool
  /// Nil for transforms that the reactor does not override.
  @exclusivity(unchecked) private var actions: TransformPipe<R.Action>?
  @exclusivity(unchecked) private var mutations: TransformPipe<R.Mutation>?
  /// Whether the reactor has no transforms, and nobody observes its events.
  @exclusivity(unchecked) @usableFromInline var isPlain = true
  private var states: StateTransform<R.State>?
  /// The subscription to `transformAction()`.
  private var outer: AnyCancellable?
  /// Whether the reactor was asked about the action that is being reduced.
  @exclusivity(unchecked) @usableFromInline var isPrepared = false
  /// The first mutation, if it was at hand.
  @exclusivity(unchecked) @usableFromInline var first: R.Mutation?
  /// The further mutations that `transform(mutation:)` has made from it.
  @exclusivity(unchecked) @usableFromInline var next: [R.Mutation] = []
  /// Make the mutations that come later.
  @exclusivity(unchecked) @usableFromInline var sources: [@Sendable () -> Effect<R.Mutation>] = []
  private let hasEvents = R.self is any ObservableEvent.Type

  @inlinable init(_ reactor: HeldReactor<R>, in site: ReducerSite) {
    self.reactor = reactor
    desk = site.desk
    isInStore = site.isStore
    guard let desk else { return }
    // A weak reference would cost more than the rest of the question.
    let unretained = Unmanaged.passUnretained(self)
    desk.add(self) { action in
      unretained._withUnsafeGuaranteedRef { $0.prepare(action.assumingMemoryBound(to: R.Action.self).pointee) }
    }
  }

  deinit { desk?.forget(self) }

  // MARK: The life

  @usableFromInline func begin() {
    guard let desk, let reactor = reactor.object else { return }
    Surroundings.$desk.withValue(desk) {
      guard let space = desk.space else { return begin(reactor, at: desk) }
      EventHub.$space.withValue(space) { begin(reactor, at: desk) }
    }
  }

  private func begin(_ reactor: R, at desk: MutationDesk) {
    let seat = ObjectIdentifier(self)
    // Held by the streams below, which end with this seat.
    let (held, step) = (self.reactor, Self.step(self.reactor))
    mutations = TransformPipe {
      held.object?.transform(mutation: $0) ?? $0
    } late: {
      desk.submit(step($0))
      HandOver.drainAfterwards(desk)
    }
    actions = TransformPipe {
      held.object?.transform(action: $0) ?? $0
    } late: {
      _ = desk.send($0, transformedBy: seat)
      HandOver.drainAfterwards(desk)
    }
    if let link = reactor._$link {
      // The store has no work to do for states that wait in a stream.
      states = Surroundings.$desk.withValue(nil) {
        StateTransform(at: desk, { held.object?.transform(state: $0) ?? $0 }, link)
      }
    }
    outer = reactor.transformAction().sink {
      _ = desk.send($0, transformedBy: seat)
      HandOver.drainAfterwards(desk)
    }
    isPlain = actions == nil && mutations == nil && !hasEvents
  }

  @usableFromInline func end() {
    outer = nil
    actions?.end()
    mutations?.end()
    states?.end()
    (actions, mutations, states) = (nil, nil, nil)
  }

  // MARK: An action

  @inlinable func prepare(_ action: R.Action) {
    isPrepared = true
    guard isPlain, !reactor.hasSubject, let reactor = reactor.unretained else { return prepareInFull(action) }
    if !sources.isEmpty { sources = [] }  // of an action that was not reduced: its child had gone
    let (mutation, rest) = reactor._withUnsafeGuaranteedRef { $0.mutate(action: action).begin() }
    first = mutation
    if !rest.isNone { keep(rest) }
  }

  /// Keeps the mutations of an action after the first one.
  @usableFromInline func keep(_ rest: Effect<R.Mutation>) {
    sources = [{ [rest] in rest }]
    noteMore()
  }

  /// ``prepare(_:)`` where there are transforms, events or subscribers to the reactor's actions.
  @usableFromInline func prepareInFull(_ action: R.Action) {
    first = nil
    if !next.isEmpty { next = [] }
    if !sources.isEmpty { sources = [] }
    reactor.link?.tell(action)
    guard let actions, let desk, !desk.hasTransformed(self) else { return take(action) }
    for (index, action) in actions.push(action).enumerated() {
      if index == 0 {
        take(action)
      } else {
        if hasEvents { tellLater(action) }
        sources.append { [reactor] in reactor.mutations(of: action) }
      }
    }
    noteMore()
  }

  /// Asks for the mutations of an action, and takes the first one if it is at hand.
  private func take(_ action: R.Action) {
    if hasEvents { tellLater(action) }
    let all = reactor.mutations(of: action)
    let rest: Effect<R.Mutation>
    if let mutations {
      rest =
        all.first {
          next = mutations.push($0)
          return !next.isEmpty
        }.rest
      first = next.isEmpty ? nil : next.removeFirst()
    } else {
      (first, rest) = all.first()
    }
    if !rest.isNone { sources.append { [rest] in rest } }
    noteMore()
  }

  private func noteMore() { if !sources.isEmpty || !next.isEmpty { desk?.noteMore() } }

  @inlinable func reduce(_ state: inout R.State, _ action: R.Action) -> Effect<R.Action> {
    guard isPrepared else { return reduceUnprepared(&state, action) }
    if let reactor = reactor.unretained { return reactor._withUnsafeGuaranteedRef { reducePrepared(&state, by: $0) } }
    return reduceWhereSeen(&state, action)
  }

  /// Reduces an action when the store holds its reactor only weakly.
  @usableFromInline func reduceWhereSeen(_ state: inout R.State, _ action: R.Action) -> Effect<R.Action> {
    guard let reactor = reactor.object else { return reduceUnprepared(&state, action) }
    return reducePrepared(&state, by: reactor)
  }

  /// Reduces the first mutation, if there is one.
  @inlinable func reducePrepared(_ state: inout R.State, by reactor: R) -> Effect<R.Action> {
    isPrepared = false
    if let mutation = first {
      first = nil
      reactor.reduce(state: &state, mutation: mutation)
      desk?.note(mutation)
    } else {
      noteSilence()
    }
    return next.isEmpty && sources.isEmpty ? .none : effectOfRest()
  }

  @usableFromInline func noteSilence() { if let desk, let link = reactor.link { desk.noteSilence(of: link) } }

  /// Reduces an action for which nobody has asked the reactor: there is no store, or the store did not know of the reactor.
  /// Then the reactor is asked after the observers of the commit were called.
  @usableFromInline func reduceUnprepared(_ state: inout R.State, _ action: R.Action) -> Effect<R.Action> {
    guard isInStore else { return reduceOutside(&state, action) }
    isPrepared = false
    desk?.noteMore()
    noteSilence()
    return .mutations({ [reactor] in reactor.mutations(of: action) }, Self.step(reactor, mutations))
  }

  /// The mutations that follow the first one.
  @usableFromInline func effectOfRest() -> Effect<R.Action> {
    var effects: [Effect<R.Action>] = []
    if !next.isEmpty {
      let transformed = next
      effects.append(.mutations({ .merge(transformed.map { .send($0) }) }, Self.step(reactor)))
      next = []
    }
    let step = Self.step(reactor, mutations)
    effects += sources.map { .mutations($0, step) }
    sources = []
    return effects.count == 1 ? effects[0] : .merge(effects)
  }

  /// Without a store the transforms have nothing to do.
  private func reduceOutside(_ state: inout R.State, _ action: R.Action) -> Effect<R.Action> {
    let (mutation, rest) = reactor.mutations(of: action).first()
    if let mutation { reactor.object?.reduce(state: &state, mutation: mutation) }
    return rest.isNone ? .none : .mutations({ rest }, Self.step(reactor))
  }

  /// How mutations are reduced.
  ///
  /// - Parameter pipe: the transform that they go through before.
  private static func step(
    _ reactor: HeldReactor<R>, _ pipe: TransformPipe<R.Mutation>? = nil
  ) -> @Sendable (R.Mutation) -> MutationStep {
    let reduce = { @Sendable (state: inout R.State, mutation: R.Mutation) in
      reactor.object?.reduce(state: &state, mutation: mutation) ?? ()
    }
    guard let pipe else { return { MutationStep($0, reduce) } }
    return { mutation in
      MutationStep(mutation, transformed: { pipe.push(mutation).map { MutationStep($0, reduce) } }, reduce)
    }
  }

  // MARK: Events

  /// Tells the observers of events: after the mutations of the action that are at hand, and when everything that it has
  /// returned has ended.
  private func tellLater(_ action: R.Action) {
    guard let desk else { return }
    desk.afterTelling(Self.event(action, of: reactor, at: desk, EventHub.subject(of: R.self, .reduced)))
    // Most reactors have no such observers, and then nobody has to wait for the end.
    let finished = EventHub.subject(of: R.self, .finished)
    if finished.observerCount > 0 { desk.afterEnding(Self.event(action, of: reactor, at: desk, finished)) }
  }

  /// Tells an action, with the state of the moment.
  private static func event(
    _ action: R.Action, of reactor: HeldReactor<R>, at desk: MutationDesk,
    _ subject: PublishSubject<ObservableEventResult<R>>
  ) -> () -> Void {
    {
      guard let reactor = reactor.object, case .state(let state) = desk.look(at: R.State.self) else { return }
      subject.onNext(ObservableEventResult(action: action, state: state, source: reactor, space: desk.space))
    }
  }
}
