// Store: hold, step and breakpoints, to look at a running program between two changes.
import Synchronization

/// Breakpoints of one process are numbered in the order in which they were added.
private let lastBreakpoint = Atomic<UInt64>(0)

extension Store {
  /// Holds the store, or releases it.
  ///
  /// While a store is held, its state does not change: actions, writes, mutations that come late and changes of shared values are
  /// kept back, in order. Everything else goes on: it can be read and observed, effects run, and other stores know nothing of it.
  /// Sends return at once, and their tasks end when the store was released. ``waitUntilIdle()`` waits for the release, if
  /// something is kept back.
  ///
  /// What is being reduced is reduced as a whole. May be called on any thread, also inside a callback. For a derived store, its
  /// root is held.
  public func hold(_ isOn: Bool = true) {
    switch origin {
    case .root(let engine, _): _ = engine.hold(isOn, mayDrain: engine.drainsOnCaller)
    case .derived(let derivation): derivation.root.hold(isOn)
    }
  }

  /// Whether the store is held: by ``hold(_:)``, or by a breakpoint.
  public var isHeld: Bool {
    switch origin {
    case .root(let engine, _): engine.isHeld
    case .derived(let derivation): derivation.root.isHeld
    }
  }

  /// Lets a store that is held do one thing of what is kept back: one action with the mutations that are at hand, one write. It
  /// stays held.
  ///
  /// - Returns: whether it was done when this returned. It is false if nothing is kept back, if the store is not held, and if
  ///   another thread drains the store, or will: then that thread does it.
  @discardableResult public func step() -> Bool {
    switch origin {
    case .root(let engine, _):
      let step = HeldStep()
      _ = engine.takeStep(step, mayDrain: engine.drainsOnCaller)
      return step.isTaken
    case .derived(let derivation): return derivation.root.step()
    }
  }

  /// Adds a breakpoint: holds the store before each action for which `stops` returns true. A diagnostic says so, and where the
  /// breakpoint was added. When the store is released, it goes on with this action.
  ///
  /// ```swift
  /// let breakpoint = store.hold { $0.is(\.add) }
  /// ```
  ///
  /// - Parameter stops: called on the thread that drains the store.
  /// - Returns: the breakpoint, which ends when it is cancelled or released; nil for a derived store, which has no actions of its
  ///   own.
  public func hold(
    before stops: @escaping @Sendable (Action) -> Bool, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription? {
    guard case .root(let engine, _) = origin else { return nil }
    let number = lastBreakpoint.add(1, ordering: .relaxed).newValue
    engine.addBreakpoint(number, named: "the breakpoint at \(fileID):\(line)", before: stops)
    return Subscription { _ = engine.removeBreakpoint(number) }
  }

  /// Adds a breakpoint: holds the store after each commit that has changed a property. A diagnostic says so, and where the
  /// breakpoint was added.
  ///
  /// - Returns: the breakpoint, which ends when it is cancelled or released.
  public func hold<Value: Equatable & SendableMetatype>(
    after property: KeyPath<State, Value> & Sendable, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    observe(property, initial: false) { [self] _ in
      stop(at: "the breakpoint at \(fileID):\(line)", behindChangeOf: name(of: property, in: state))
    }
  }

  /// For a derived store, its root stops.
  @usableFromInline func stop(at breakpoint: String, behindChangeOf property: String) {
    switch origin {
    case .root(let engine, _): engine.stop(at: breakpoint, behindChangeOf: property)
    case .derived(let derivation): derivation.root.stop(at: breakpoint, behindChangeOf: property)
    }
  }
}
