// EndCallback: a function of the host to call when a task has ended.
import CEnfold

typealias EndFunction = @convention(c) (UnsafeMutableRawPointer?, enfold_status, UnsafePointer<CChar>?, Int) -> Void

/// A callback for the end of a task.
///
/// Whoever takes it out of its task's list, with the store's lock held, either calls it or drops it. So its release runs
/// exactly once, and it is called at most once.
final class EndCallback {
  let task: ActionTask
  private let function: EndFunction
  private let release: Release

  init(_ task: ActionTask, _ function: @escaping EndFunction, _ release: Release) {
    self.task = task
    self.function = function
    self.release = release
  }

  /// Calls the host, and then the release. Runs where callbacks of the store may run.
  func call() {
    task.withOutcome { status, message, length in
      insideCallback { function(release.user, status, message, length) }
    }
    release()
  }

  /// Calls the release alone.
  func drop() {
    let release = release
    task.store.runtime.callBack { release() }
  }
}
