// HeldReactor: a strong or weak reference to a reactor.
import Enfold
import Synchronization

/// A reactor and its link. A store that was given the reactor keeps it. A reactor's own store does not, because there the
/// reactor keeps the store.
@usableFromInline final class HeldReactor<R: Reactor>: @unchecked Sendable {
  // Unchecked: the references are written once, and any thread may read a weak reference.
  private let held: R?
  /// The reactor, not retained. Actions use this reference: retaining takes longer than asking the reactor.
  @usableFromInline let unretained: Unmanaged<R>?
  private weak var seen: R?
  @usableFromInline let heldLink: ReactorLink<R.State, R.Action>?
  private weak var seenLink: ReactorLink<R.State, R.Action>?

  @usableFromInline init(_ reactor: R, isHeld: Bool) {
    held = isHeld ? reactor : nil
    unretained = isHeld ? .passUnretained(reactor) : nil
    seen = isHeld ? nil : reactor
    heldLink = isHeld ? reactor._$link : nil
    seenLink = isHeld ? nil : reactor._$link
  }

  /// Nil if the reactor has gone.
  var object: R? { held ?? seen }

  /// Nil without `@Reactor`, or if the reactor has gone.
  var link: ReactorLink<R.State, R.Action>? { heldLink ?? seenLink }

  /// Whether there may be subscribers to the reactor's actions.
  @inlinable var hasSubject: Bool { heldLink?.hasSubject.load(ordering: .relaxed) ?? false }

  func mutations(of action: R.Action) -> Effect<R.Mutation> { object?.mutate(action: action).mutations ?? .none }
}
