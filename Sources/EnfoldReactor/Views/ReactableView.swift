// ReactableView: an object that shows the state of a reactor, as in ReactableKit.
import Enfold
import OpenCombine

/// ``View`` with ReactableKit's names.
public protocol ReactableView: AnyObject {
  associatedtype BoundReactable: Reactable

  /// The bindings of the view. One of them keeps the reactable: a view that empties this set has no reactable any more.
  var cancellables: Set<AnyCancellable> { get set }

  /// Binds the view to a reactable. Called by ``reactable``, and by nobody else.
  func bind(reactable: BoundReactable)
}

extension ReactableView {
  /// The reactable to which the view is bound. Setting it ends the old bindings, and binds the new one.
  public var reactable: BoundReactable? {
    get { ShownReactables.shared.reactable(of: ObjectIdentifier(self)) as? BoundReactable }
    set {
      cancellables = []
      guard let newValue else { return }
      ShownReactables.shared.keep(newValue, for: ObjectIdentifier(self)).store(in: &cancellables)
      bind(reactable: newValue)
    }
  }
}

/// The reactables of views. Each stays as long as its view keeps the object that was returned for it.
private final class ShownReactables: @unchecked Sendable {
  // Unchecked: guarded by the lock.
  static let shared = ShownReactables()

  private let lock = Lock()
  private var shown: [ObjectIdentifier: AnyObject] = [:]

  func reactable(of view: ObjectIdentifier) -> AnyObject? { lock.withLock { shown[view] } }

  func keep(_ reactable: AnyObject, for view: ObjectIdentifier) -> AnyCancellable {
    lock.withLock { shown[view] = reactable }
    return AnyCancellable { [self] in
      // Released without the lock: its end may run anything.
      let past = lock.withLock { shown.removeValue(forKey: view) }
      withExtendedLifetime(past) {}
    }
  }
}
