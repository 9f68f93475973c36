// ActionTask: everything that one action caused, to wait for and to cancel.
import CEnfold
import Glibc
import Synchronization

/// A task. Its handle is also the token by which the engine reports its end, so that nothing is looked up by name.
final class ActionTask: Handled {
  static var kind: HandleKind { .task }
  var handle: UInt64 = 0
  let store: HostStore

  /// The engine's task, once `send` returned it; `cancelRequested` if it was to be cancelled before that.
  private let pointer = Atomic<UInt>(0)
  private static let cancelRequested: UInt = 1

  /// Whether the engine has reported its end.
  private let hasEnded = Atomic<Bool>(false)
  /// The status with which it ended; `isRunning` before.
  private let status = Atomic<Int64>(isRunning)
  private static let isRunning = Int64.max
  /// The message of a task that failed: a copy of its own, NUL-terminated, written before the status.
  private let message = Atomic<UnsafeMutablePointer<CChar>?>(nil)

  init(_ store: HostStore) {
    self.store = store
    store.runtime.taskCount.add(1, ordering: .relaxed)
  }

  deinit {
    free(message.load(ordering: .acquiring))
    let pointer = pointer.load(ordering: .acquiring)
    if pointer > Self.cancelRequested { store.engine.taskRelease(UnsafeMutableRawPointer(bitPattern: pointer)) }
  }

  /// Its handle was closed. Counted then and not when the handle ends: a thread that reports the task's end may still
  /// be inside, and who has released all tasks must find none in the statistics.
  func handleClosed() { store.runtime.taskCount.subtract(1, ordering: .relaxed) }

  /// Sends an action and puts a handle over everything that it causes into `result`, before the first callback runs.
  static func send(
    _ action: UnsafeRawBufferPointer, to store: HostStore, _ result: UnsafeMutablePointer<enfold_task>
  ) throws(RuntimeError) -> enfold_status {
    let task = ActionTask(store)
    let handle = try handles.open(task)
    let before = result.pointee
    result.pointee = handle
    var pointer: UnsafeMutableRawPointer?
    do throws(RuntimeError) {
      let status = try store.send(action, token: handle, &pointer)
      task.attach(pointer)
      // A runtime that was closed meanwhile may have looked for tasks before this one was there. Of two threads that each
      // write and then read what the other wrote, one sees it: see Runtime.close.
      atomicMemoryFence(ordering: .sequentiallyConsistent)
      if store.runtime.isClosed.load(ordering: .acquiring) { handles.closeIfOpen(handle, ActionTask.self) }
      return status
    } catch let error {
      task.attach(pointer)
      result.pointee = before
      if handles.closeIfOpen(handle, ActionTask.self) { task.handleClosed() }
      throw error
    }
  }

  /// Takes over the engine's task.
  private func attach(_ task: UnsafeMutableRawPointer?) {
    guard let task else { return }
    let before = pointer.exchange(UInt(bitPattern: task), ordering: .acquiringAndReleasing)
    if before == Self.cancelRequested { store.engine.taskCancel(task) }
  }

  /// Cancels what has not ended.
  func cancel() {
    let (exchanged, original) = pointer.compareExchange(
      expected: 0, desired: Self.cancelRequested, ordering: .acquiringAndReleasing)
    guard !exchanged, original != Self.cancelRequested else { return }
    // Cancelling may run callbacks of the store on this thread, if it is idle.
    store.engine.taskCancel(UnsafeMutableRawPointer(bitPattern: original))
  }

  /// Called by the engine. The first call counts.
  func end(_ status: enfold_status, _ text: UnsafePointer<CChar>?, _ length: Int) {
    guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
    let isResult = [ENFOLD_OK, ENFOLD_CANCELLED, ENFOLD_FAILED].contains(Int(status))
    let result = isResult ? status : enfold_status(ENFOLD_FAILED)
    if !isResult {
      message.store(strdup("the feature \(store.feature) ended the task with \(status)"), ordering: .relaxed)
    } else if status < 0, let text, length > 0 {
      message.store(strndup(text, min(length, Self.longestMessage)), ordering: .relaxed)
    }
    self.status.store(Int64(result), ordering: .releasing)
    store.runtime.monitor.notify()
  }

  private static let longestMessage = 65_536

  /// Waits for the end.
  func wait(milliseconds: Int64) throws(RuntimeError) -> enfold_status {
    try store.runtime.wait(milliseconds: milliseconds) { () throws(RuntimeError) -> enfold_status? in
      // In this order: an engine reports all of its tasks before it says that the store has ended.
      let isLate = store.hasEnded
      let status = status.load(ordering: .acquiring)
      if status != Self.isRunning {
        guard status < 0 else { return enfold_status(truncatingIfNeeded: status) }
        let text = message.load(ordering: .acquiring).map { String(cString: $0) }
        throw RuntimeError(Int(status), text ?? statusMessage(enfold_status(truncatingIfNeeded: status)))
      }
      guard !store.runtime.isClosed.load(ordering: .acquiring) else {
        throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile")
      }
      if isLate { throw RuntimeError(ENFOLD_CANCELLED, statusMessage(enfold_status(ENFOLD_CANCELLED))) }
      return nil
    }
  }
}
