// Concatenated: streams one after the other, each subscribed to when its first value is asked for.
import Enfold
import OpenCombine

/// OpenCombine's own concatenation subscribes to a stream as soon as the one before it has ended. A reactor wants the
/// mutation of the one before it to be reduced first.
struct Concatenated<Stream: Publisher>: Publisher where Stream.Failure == Never {
  typealias Output = Stream.Output
  typealias Failure = Never

  private let streams: [Stream]

  init(_ streams: [Stream]) { self.streams = streams }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Never {
    subscriber.receive(subscription: Inner(streams, subscriber))
  }

  private final class Inner<Downstream: Subscriber>: OpenCombine.Subscription, Subscriber, @unchecked Sendable
  where Downstream.Input == Output, Downstream.Failure == Never {
    // Unchecked: what changes is guarded by the lock. No code of others runs under it.
    typealias Input = Output
    typealias Failure = Never

    private struct Content {
      var streams: ArraySlice<Stream>
      var downstream: Downstream?
      /// The subscription to the stream whose turn it is.
      var current: (any OpenCombine.Subscription)?
      /// Whether a stream was begun that has not ended.
      var isRunning = false
      /// Whether some thread looks already which stream comes next.
      var isAdvancing = false
      /// How many of the values that were asked for have not come yet.
      var demand = Subscribers.Demand.none
    }

    /// The next step.
    private enum Step { case begin(Stream), end(Downstream?), wait }

    private let surroundings = Surroundings()
    private let lock = Lock()
    private var content: Content

    init(_ streams: [Stream], _ downstream: Downstream) {
      content = Content(streams: streams[...], downstream: downstream)
    }

    func request(_ demand: Subscribers.Demand) {
      let current = lock.withLock {
        content.demand += demand
        return content.current
      }
      if let current { current.request(demand) } else { advance() }
    }

    func cancel() {
      let past = lock.withLock {
        defer {
          content.current = nil
          content.downstream = nil
          content.streams = []
        }
        return content
      }
      past.current?.cancel()
      withExtendedLifetime(past) {}  // without the lock: its end may run anything
    }

    /// Begins the next stream if a value is wanted, or ends if there is none. A loop: streams may end at once.
    private func advance() {
      while true {
        let step = lock.withLock { () -> Step in
          if content.isRunning || content.isAdvancing { return .wait }
          if content.streams.isEmpty {
            defer { content.downstream = nil }
            return .end(content.downstream)
          }
          if content.demand == .none { return .wait }
          content.isRunning = true
          content.isAdvancing = true
          return .begin(content.streams.removeFirst())
        }
        switch step {
        case .wait: return
        case .end(let downstream): return downstream?.receive(completion: .finished) ?? ()
        case .begin(let stream):
          surroundings.bind { stream.receive(subscriber: self) }
          lock.withLock { content.isAdvancing = false }
        }
      }
    }

    func receive(subscription: any OpenCombine.Subscription) {
      let demand = lock.withLock { () -> Subscribers.Demand? in
        guard content.downstream != nil else { return nil }
        content.current = subscription
        return content.demand
      }
      if let demand { subscription.request(demand) } else { subscription.cancel() }
    }

    func receive(_ input: Output) -> Subscribers.Demand {
      let downstream = lock.withLock {
        if content.demand > .none { content.demand -= 1 }
        return content.downstream
      }
      let more = downstream?.receive(input) ?? .none
      lock.withLock { content.demand += more }
      return more
    }

    func receive(completion: Subscribers.Completion<Never>) {
      lock.withLock {
        content.current = nil
        content.isRunning = false
      }
      advance()
    }
  }
}
