// View: an object that shows the state of a reactor, as in ReactorKit.
import Enfold
import OpenCombine

/// An object that is bound to one reactor at a time: a window, a widget, a test.
///
/// ```swift
/// final class CounterView: View {
///   var disposeBag = DisposeBag()
///
///   func bind(reactor: Counter) {
///     button.taps.map { Counter.Action.increase }.bind(to: reactor.action).disposed(by: disposeBag)
///     reactor.state.map(\.count).distinctUntilChanged().bind { [label] in label.text = "\($0)" }.disposed(by: disposeBag)
///   }
/// }
/// view.reactor = Counter()
/// ```
public protocol View: AnyObject {
  associatedtype Reactor: EnfoldReactor.Reactor

  /// The bindings of the view. Each reactor gets a new bag, which holds the reactor, too: a view that replaces the bag
  /// itself has no reactor any more.
  var disposeBag: DisposeBag { get set }

  /// Binds the view to a reactor. Called by ``reactor``, and by nobody else.
  func bind(reactor: Reactor)
}

extension View {
  /// The reactor to which the view is bound. Setting it ends the old bindings, and binds the new reactor, also if it is
  /// the same one. Nil binds nothing.
  public var reactor: Reactor? {
    get { disposeBag.owner as? Reactor }
    set {
      disposeBag = DisposeBag(owner: newValue, isLoaded: disposeBag.isLoaded)
      guard let newValue else { return }
      if let view = self as? any DeferredView, !view.disposeBag.isLoaded { return }
      bind(reactor: newValue)
    }
  }
}

/// A view that binds its reactor when it has been loaded, and not before.
public protocol DeferredView: View {}

extension DeferredView {
  /// Called by the view when it has been loaded: binds its reactor, if it has one. From now on ``View/reactor`` binds at once.
  /// A view that has put another bag into ``View/disposeBag`` itself calls this again.
  public func performBinding() {
    if disposeBag.isLoaded { return }
    disposeBag.isLoaded = true
    if let reactor { bind(reactor: reactor) }
  }
}
