// Reactors: W1 as reactors, whose mutations come from an effect, a publisher or a stream.
import CounterFeature
import EnfoldReactor

/// What an action of the counter leads to.
public enum CounterMutation: Sendable {
  case add(Int)
  case setCount(Int)
  case setFact(String)

  /// Nil for an action that the benchmarks do not send.
  init?(_ action: Counter.Action) {
    switch action {
    case .increment: self = .add(1)
    case .decrement: self = .add(-1)
    case .setCount(let count): self = .setCount(count)
    case .factLoaded(let fact): self = .setFact(fact)
    case .factTapped: return nil
    }
  }

  func change(_ state: inout Counter.State) {
    switch self {
    case .add(let number): state.count += number
    case .setCount(let count): state.count = count
    case .setFact(let fact): state.fact = fact
    }
  }
}

@Reactor public final class EffectCounter: Reactor {
  public typealias State = Counter.State
  public typealias Action = Counter.Action

  public let initialState = State()
  public init() {}

  public func mutate(action: Action) -> Effect<CounterMutation> {
    CounterMutation(action).map { .send($0) } ?? .none
  }

  public func reduce(state: inout State, mutation: CounterMutation) { mutation.change(&state) }
}

@Reactor public final class PublisherCounter: Reactor {
  public typealias State = Counter.State
  public typealias Action = Counter.Action

  public let initialState = State()
  public init() {}

  public func mutate(action: Action) -> Observable<CounterMutation> {
    CounterMutation(action).map { .just($0) } ?? .empty()
  }

  public func reduce(state: inout State, mutation: CounterMutation) { mutation.change(&state) }
}

@Reactor public final class StreamCounter: Reactor {
  public typealias State = Counter.State
  public typealias Action = Counter.Action

  public let initialState = State()
  public init() {}

  public func mutate(action: Action) -> AsyncStream<CounterMutation> {
    AsyncStream { stream in
      if let mutation = CounterMutation(action) { stream.yield(mutation) }
      stream.finish()
    }
  }

  public func reduce(state: inout State, mutation: CounterMutation) { mutation.change(&state) }
}
