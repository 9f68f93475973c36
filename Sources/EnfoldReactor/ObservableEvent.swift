// ObservableEvent: reactors whose actions others may observe.
import Enfold
import OpenCombine

/// A reactor whose actions can be observed, with the states that they have led to. A parent makes actions of its own of its
/// children's events:
///
/// ```swift
/// func transformAction() -> Observable<Action> {
///   Row.observe()
///     .filter { if case .remove = $0.action { true } else { false } }
///     .map { _ in Action.rowWasRemoved }
///     .eraseToAnyPublisher()
/// }
/// ```
public protocol ObservableEvent: Reactor {}

/// An action, and the state when observers get it: after the mutations that were at hand at once, or after all of them.
public struct ObservableEventResult<R: Reactor>: Sendable {
  public let action: R.Action
  /// The reactor's state, as it was reduced: after the mutations that were at hand at once; with `.finished`, at the end.
  public let state: R.State
  /// Tells the reactor from others of its type.
  public let sourceId: ObjectIdentifier
  /// The stores that hear it: see `MutationDesk.space`.
  let space: UInt64?

  init(action: R.Action, state: R.State, source: R, space: UInt64?) {
    self.action = action
    self.state = state
    sourceId = ObjectIdentifier(source)
    self.space = space
  }
}

extension ObservableEvent {
  /// The events of all reactors of this type, in this program or plugin. When a reactor's `transformAction()` or transforms
  /// ask for them, it is those of the same runtime: two hosts in one process do not hear each other.
  ///
  /// - Parameter phase: when observers get an action. `reduced`: after its mutations that are at hand at once. `finished`: when
  ///   everything that it has returned has ended, with the state of that moment; once for each action that begins from now on,
  ///   also if it fails or is cancelled. If the store closes or the reactor's state goes before, they do not get it.
  public static func observe(_ phase: ActionPhase = .reduced) -> Observable<ObservableEventResult<Self>> {
    guard let space = EventHub.space else { return EventHub.subject(of: Self.self, phase).eraseToAnyPublisher() }
    return EventHub.subject(of: Self.self, phase).filter { $0.space == space }.eraseToAnyPublisher()
  }

  /// The events of this reactor.
  ///
  /// - Parameter phase: when an action is told, as for all reactors of a type.
  public func observe(_ phase: ActionPhase = .reduced) -> Observable<ObservableEventResult<Self>> {
    EventHub.subject(of: Self.self, phase)
      .filter { [weak self] in self.map { ObjectIdentifier($0) } == $0.sourceId }
      .eraseToAnyPublisher()
  }
}

extension Reactor {
  /// A reactor in this one's state: `child(\.detail).observe()`.
  @preconcurrency
  public func child<Child: ObservableEvent>(_ path: @escaping @Sendable (State) -> Child?) -> ChildReactor<Child> {
    ChildReactor(present: state.map(path).eraseToAnyPublisher())
  }
}

/// The reactor at a place of a state, whichever it is at the time.
public struct ChildReactor<Child: ObservableEvent> {
  let present: Observable<Child?>

  /// The events of the reactor that is there. If another one takes its place, the events are those of the other.
  ///
  /// - Parameter phase: when an action is told, as for all reactors of a type.
  public func observe(_ phase: ActionPhase = .reduced) -> Observable<ObservableEventResult<Child>> {
    present.removeDuplicates { $0 === $1 }
      .map { $0.map { $0.observe(phase) } ?? .empty() }
      .switchToLatest()
      .eraseToAnyPublisher()
  }

  /// A reactor in that reactor's state.
  @preconcurrency
  public func child<Grandchild: ObservableEvent>(
    _ path: @escaping @Sendable (Child.State) -> Grandchild?
  ) -> ChildReactor<Grandchild> {
    let states = present.removeDuplicates { $0 === $1 }
      .map { child -> Observable<Grandchild?> in child.map { $0.state.map(path).eraseToAnyPublisher() } ?? .just(nil) }
      .switchToLatest()
    return ChildReactor<Grandchild>(present: states.eraseToAnyPublisher())
  }
}

/// The events of each type of reactors.
enum EventHub {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let phase: ActionPhase
  }

  private final class Subjects: @unchecked Sendable {
    // Unchecked: guarded by the lock.
    private let lock = Lock()
    private var subjects: [Key: AnyObject] = [:]

    func subject<R: Reactor>(of type: R.Type, _ phase: ActionPhase) -> PublishSubject<ObservableEventResult<R>> {
      let key = Key(type: ObjectIdentifier(type), phase: phase)
      return lock.withLock {
        if let subject = subjects[key] as? PublishSubject<ObservableEventResult<R>> { return subject }
        let made = PublishSubject<ObservableEventResult<R>>()
        subjects[key] = made
        return made
      }
    }
  }

  private static let subjects = Subjects()

  /// The space of the reactor whose streams are being made; nil for any.
  @TaskLocal static var space: UInt64?

  static func subject<R: Reactor>(of type: R.Type, _ phase: ActionPhase) -> PublishSubject<ObservableEventResult<R>> {
    subjects.subject(of: type, phase)
  }
}
