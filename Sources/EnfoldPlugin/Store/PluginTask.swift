// PluginTask: the host's reference to a task.
import CEnfold
import Enfold

/// The object behind a host's pointer to a task.
@usableFromInline final class PluginTask: Sendable {
  private let task: StoreTask

  private init(_ task: StoreTask) { self.task = task }

  /// Gives the host a reference. Tells the host once when the task has ended.
  @usableFromInline static func handOut(
    _ task: StoreTask, _ token: UInt64, _ host: PluginHost, _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) {
    out?.pointee = Unmanaged.passRetained(PluginTask(task)).toOpaque()
    task.whenEnded { host.taskEnded(token, $0) }
  }

  func cancel() { task.cancel() }
}
