// Shared: its values as an asynchronous sequence, and for observers of other kinds.

extension Shared {
  /// The newest value now, and then each value that is assigned. If changes come faster than they are read, only the
  /// newest one is kept.
  public var values: AsyncStream<Value> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let observation = observeValues { continuation.yield($0) }
      continuation.onTermination = { _ in withExtendedLifetime(observation) {} }
    }
  }

  /// Calls `body` with the newest value now, and then after each assignment, until the result is released. Calls do not
  /// overlap. If several threads assign at once, some values may be left out, but not the last one. If the wrapper is made
  /// to stand for another value, it goes on with that one.
  package func observeValues(_ body: @escaping @Sendable (Value) -> Void) -> SharedObservation {
    let delivery = SharedDelivery(reference, body)
    let redirections = reference.observeRedirections { Gates.after { delivery.deliver() } }
    delivery.deliver()
    return SharedObservation {
      withExtendedLifetime(redirections) {}
      delivery.end()
    }
  }
}

extension SharedReader {
  /// See ``Shared/values``.
  public var values: AsyncStream<Value> { shared.values }
}

/// Calls an observer with the values of a wrapper, one at a time and never with an older one after a newer one.
private final class SharedDelivery<Value: JSONCodable & Sendable>: @unchecked Sendable {
  // Unchecked: what changes is touched under `lock` only.
  private let reference: SharedReference<Value>
  private let body: @Sendable (Value) -> Void
  private let lock = Lock()
  private var box: SharedBox<Value>?
  private var observation: SharedObservation?
  /// The version that was delivered last; of `box`.
  private var delivered: UInt64 = 0
  private var isDelivering = false
  private var hasEnded = false

  init(_ reference: SharedReference<Value>, _ body: @escaping @Sendable (Value) -> Void) {
    self.reference = reference
    self.body = body
  }

  func deliver() {
    while true {
      follow(reference.box())
      guard let box = lock.withLock({ box }) else { return }
      var version: UInt64 = 0
      let newest = box.newest(&version)
      let isNext = lock.withLock { () -> Bool in
        guard !hasEnded, !isDelivering, self.box === box, version > delivered else { return false }
        (delivered, isDelivering) = (version, true)
        return true
      }
      guard isNext else { return }
      body(newest)
      lock.withLock { isDelivering = false }
    }
  }

  /// Observes a box from now on, unless it observes this box already.
  private func follow(_ new: SharedBox<Value>) {
    let isOther = lock.withLock { () -> Bool in
      guard !hasEnded, box !== new else { return false }
      (box, delivered) = (new, 0)
      return true
    }
    guard isOther else { return }
    let started = new.cell.observe { [weak self] in Gates.after { self?.deliver() } }
    let old = lock.withLock { box === new && !hasEnded ? exchange(&observation, with: started) : started }
    withExtendedLifetime(old) {}  // without the lock, because releasing may run any code
  }

  /// No call begins after this.
  func end() {
    let old = lock.withLock { () -> SharedObservation? in
      hasEnded = true
      box = nil
      return exchange(&observation, with: nil)
    }
    withExtendedLifetime(old) {}
  }
}
