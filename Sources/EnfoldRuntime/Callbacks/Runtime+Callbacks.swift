// Runtime: counts the callbacks that were made, and has the queue of calls that come in signal handlers.
import CEnfold
import CEnfoldSupport
import Enfold
import Glibc
import Synchronization

extension Runtime {
  /// Counts one callback more. They are counted as long as the runtime lives, because the function of a closed one stays.
  func countCallback() throws(RuntimeError) {
    guard callbacksMade.add(1, ordering: .relaxed).newValue > options.limits.callbacks else { return }
    uncountCallback()
    throw RuntimeError(
      ENFOLD_LIMIT,
      """
      the runtime has made \(options.limits.callbacks) callbacks, as many as its limits allow: those that were closed \
      count, too, because their functions stay
      """)
  }

  func uncountCallback() { callbacksMade.subtract(1, ordering: .relaxed) }

  /// The queue of calls that come in signal handlers.
  func signalQueue(for prototype: Prototype) throws(RuntimeError) -> SignalQueue {
    guard let loop else {
      throw RuntimeError(
        ENFOLD_UNSUPPORTED,
        "\"signal\" needs a runtime that was opened with \"loop\":\"host\", whose pump sends the actions")
    }
    let queue = loop.signalQueue {
      SignalQueue($0, monitor, deliver: HostCallback.receiveSignal) { [unowned self] in
        for case let store as HostStore in stores { store.logDroppedCalls() }
      }
    }
    if let queue { return queue }
    if isClosed.load(ordering: .acquiring) { throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile") }
    throw RuntimeError(ENFOLD_IO, "no event descriptor: \(String(cString: strerror(errno)))")
  }
}
