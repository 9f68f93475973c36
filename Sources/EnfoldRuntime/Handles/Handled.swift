// What has a handle.

/// The kinds of handles; the number is the topmost byte of a handle.
enum HandleKind: UInt8 {
  case runtime = 1
  case plugin
  case store
  case task
  case subscription
  /// A receiver of diagnostics: never given out, but pinned and ended like the others.
  case logReceiver
  /// What an engine knows one of its stores by: the `context` of enfold_plugin.h.
  case context

  /// What the kind is called in messages, with its article.
  static func name(_ number: UInt8) -> String {
    switch HandleKind(rawValue: number) {
    case .runtime: "a runtime"
    case .plugin: "a plugin"
    case .store: "a store"
    case .task: "a task"
    case .subscription: "a subscription"
    case .logReceiver, .context, nil: "no"
    }
  }
}

/// An object that hosts know by a handle. The handle table keeps it alive while the handle is open or in use.
protocol Handled: AnyObject {
  static var kind: HandleKind { get }
  /// The handle of this object, set when it enters the table. One that can get several at once keeps none of them.
  var handle: UInt64 { get set }
  /// Called exactly once for each handle, after it was closed, when nobody uses the object through it any more.
  func handleEnded()
}

extension Handled {
  func handleEnded() {}
}
