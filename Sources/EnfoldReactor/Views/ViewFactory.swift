// ViewFactory: ReactableKit's names of the factories of views.
import Enfold

/// The factory of a view is a factory like any other: nothing here belongs to a main thread.
public typealias ViewFactory = Factory

/// `AnyFactory` under the name that it has for views.
public typealias AnyViewFactory = AnyFactory

extension Factory {
  /// `Factory` under the name that it has for views: `static var real: Screen.ViewFactory { .init() }`.
  public typealias ViewFactory = DefaultFactory<Self>
}
