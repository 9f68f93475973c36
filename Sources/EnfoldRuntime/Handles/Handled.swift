// Handled: an object that has a handle; and the kinds of handles.

/// The kind of a handle. Its number is the topmost byte of the handle.
enum HandleKind: UInt8 {
  case runtime = 1
  case plugin
  case store
  case task
  case subscription
  /// A receiver of diagnostics. No host is given its handle, but it is pinned and ended like the other objects.
  case logReceiver
  /// The `context` of enfold_plugin.h: the handle by which an engine knows the host's end of its store.
  case context
  /// A shared value that a plugin has open.
  case sharedValue
  /// A subscription to a shared value.
  case sharedSubscription
  /// A request of a feature that has no answer yet.
  case request
  /// A C function that sends actions.
  case callback
  /// A reader of a trace.
  case traceReader

  /// Why the handle of a request is stale.
  static let overRequest = "the request was answered already, or is not wanted any more"

  /// Why the context of an engine is stale.
  static let overContext = "the store of this context has ended"

  /// The name of a kind in messages, with its article. It is "no" for numbers that nobody is given.
  static func name(_ number: UInt8) -> String {
    switch HandleKind(rawValue: number) {
    case .runtime: "a runtime"
    case .plugin: "a plugin"
    case .store: "a store"
    case .task: "a task"
    case .subscription, .sharedSubscription: "a subscription"
    case .request: "a request"
    case .callback: "a callback"
    case .context: "a context"
    case .sharedValue: "a shared value"
    case .logReceiver, .traceReader, nil: "no"
    }
  }
}

/// An object that hosts know by a handle. The handle table keeps it alive while the handle is open or in use.
protocol Handled: AnyObject {
  static var kind: HandleKind { get }
  /// The handle of this object, set when it enters the table. A ``Plugin`` can have several handles, so it keeps none.
  var handle: UInt64 { get set }
  /// Called exactly once for each handle, by the thread that has closed it, before anything else.
  func handleClosed()
  /// Called exactly once for each handle, when it was closed and no thread uses the object through it any more.
  func handleEnded()
}

extension Handled {
  func handleClosed() {}
  func handleEnded() {}
}
