// DisposeBag: ends subscriptions together, as in RxSwift.
import Enfold
import OpenCombine

/// Keeps subscriptions until it goes.
public final class DisposeBag: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock.
  private let lock = Lock()
  private var subscriptions: [AnyCancellable] = []

  /// The reactor of a ``View``, and whether the view has been loaded. Only the view touches them.
  let owner: AnyObject?
  var isLoaded: Bool

  public init() {
    owner = nil
    isLoaded = false
  }

  init(owner: AnyObject?, isLoaded: Bool) {
    self.owner = owner
    self.isLoaded = isLoaded
  }

  fileprivate func insert(_ subscription: AnyCancellable) { lock.withLock { subscriptions.append(subscription) } }
}

extension AnyCancellable {
  /// Lets the subscription end with a bag.
  public func disposed(by bag: DisposeBag) { bag.insert(self) }
}
