// ActionTask: a task of a host. The host can wait for everything that one action caused, and cancel it.
import CEnfold
import Enfold
import Glibc
import Synchronization

/// A task. Its handle is also the token with which the engine reports its end, so no table is needed to find the task.
final class ActionTask: Owned, Handled {
  static var kind: HandleKind { .task }
  let store: HostStore

  /// The engine's task, after `send` has returned it. It is `cancelRequested` if the host cancelled before that.
  private let pointer = Atomic<UInt>(0)
  private static let cancelRequested: UInt = 1

  /// Whether the engine has reported the task's end.
  private let hasEnded = Atomic<Bool>(false)
  /// The status with which the task ended; `isRunning` before.
  private let status = Atomic<Int64>(isRunning)
  private static let isRunning = Int64.max
  /// The message of a task that failed: a NUL-terminated copy, which is written before the status.
  private let message = Atomic<UnsafeMutablePointer<CChar>?>(nil)

  /// The callbacks for its end that were not called yet. Guarded by the store's lock.
  var endCallbacks = BlockQueue<EndCallback>()
  /// Whether the host has released the handle: then it gets no callbacks any more. Guarded by the store's lock.
  var isForgotten = false

  init(_ store: HostStore) { self.store = store }

  deinit {
    free(message.load(ordering: .acquiring))
    let pointer = pointer.load(ordering: .acquiring)
    if pointer > Self.cancelRequested { store.engine.taskRelease(UnsafeMutableRawPointer(bitPattern: pointer)) }
  }

  /// The task is noted as closed here, and not when the handle ends: another thread may still be reporting the task's
  /// end, but a host that has released all tasks must find none in the statistics.
  func handleClosed() { store.runtime.tasks.noteClosed(self) }

  /// Sends an action. Before the first callback runs, `result` gets the handle of the action's task.
  static func send(
    _ action: UnsafeRawBufferPointer, with options: SendOptions?, to store: HostStore,
    _ result: UnsafeMutablePointer<enfold_task>
  ) throws(RuntimeError) -> enfold_status {
    let task = ActionTask(store)
    let handle = try store.runtime.tasks.open(task)
    let before = result.pointee
    result.pointee = handle
    var pointer: UnsafeMutableRawPointer?
    do throws(RuntimeError) {
      let status = try store.send(action, with: options, token: handle, &pointer)
      task.attach(pointer)
      // Another thread may be closing the runtime, and may have looked for tasks before this one was there. Then this thread
      // sees that the runtime is closed, because it has taken the lock of the tasks later.
      if store.runtime.isClosed.load(ordering: .acquiring) { handles.closeIfOpen(handle, ActionTask.self) }
      return status
    } catch let error {
      task.attach(pointer)
      result.pointee = before
      if handles.closeIfOpen(handle, ActionTask.self) { store.forget(task) }
      throw error
    }
  }

  /// Keeps the engine's task, and cancels it if the host has asked for that already.
  private func attach(_ task: UnsafeMutableRawPointer?) {
    guard let task else { return }
    let before = pointer.exchange(UInt(bitPattern: task), ordering: .acquiringAndReleasing)
    if before == Self.cancelRequested { store.engine.taskCancel(task) }
  }

  /// Cancels everything in the task that has not ended.
  func cancel() {
    let (exchanged, original) = pointer.compareExchange(
      expected: 0, desired: Self.cancelRequested, ordering: .acquiringAndReleasing)
    guard !exchanged, original != Self.cancelRequested else { return }
    // If the store is idle, cancelling may run its callbacks on this thread.
    store.engine.taskCancel(UnsafeMutableRawPointer(bitPattern: original))
  }

  /// Notes the end. Called by the engine; only the first call counts.
  func end(_ status: enfold_status, _ text: UnsafePointer<CChar>?, _ length: Int) {
    guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
    let isResult = [ENFOLD_OK, ENFOLD_CANCELLED, ENFOLD_FAILED].contains(Int(status))
    let result = isResult ? status : enfold_status(ENFOLD_FAILED)
    if !isResult {
      message.store(strdup("the feature \(store.feature) ended the task with \(status)"), ordering: .relaxed)
    } else if status < 0, let text, length > 0, text.pointee != 0 {
      message.store(copy(text, min(length, Self.longestMessage)), ordering: .relaxed)
    }
    self.status.store(Int64(result), ordering: .releasing)
    store.runtime.monitor.notify()
    store.taskEnded(self)
  }

  private static let longestMessage = 65_536

  /// A copy of a message, without redacted values that are known.
  private func copy(_ text: UnsafePointer<CChar>, _ length: Int) -> UnsafeMutablePointer<CChar>? {
    if store.redactor.isEmpty { return strndup(text, length) }
    let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, length))
    return strdup(store.redactor.watch.masked(String(decoding: bytes, as: UTF8.self)))
  }

  /// Whether the engine has reported the task's end, and the result can be read.
  var hasResult: Bool { status.load(ordering: .acquiring) != Self.isRunning }

  /// Passes on how the task ended: the status, and a message, which is empty if nothing went wrong. A task whose store
  /// has ended without a report counts as cancelled.
  func withOutcome(_ body: (enfold_status, UnsafePointer<CChar>, Int) -> Void) {
    let loaded = status.load(ordering: .acquiring)
    let status = enfold_status(truncatingIfNeeded: loaded == Self.isRunning ? Int64(ENFOLD_CANCELLED) : loaded)
    if status == ENFOLD_OK {
      "".withCString { body(status, $0, 0) }
    } else if let text = message.load(ordering: .acquiring) {
      body(status, text, strlen(text))
    } else {
      statusMessage(status).withCString { body(status, $0, strlen($0)) }
    }
  }

  /// How the task ended; nil if it has not ended.
  func result() throws(RuntimeError) -> enfold_status? {
    // This must be read before the status. An engine reports the ends of all tasks before it says that the store has
    // ended, so a task that has no status after that never gets one.
    let storeHadEnded = store.hasEnded
    guard hasResult || storeHadEnded else { return nil }
    var result = enfold_status(ENFOLD_OK)
    var text = ""
    withOutcome { status, message, _ in (result, text) = (status, String(cString: message)) }
    guard result < 0 else { return result }
    throw RuntimeError(Int(result), text)
  }

  /// Waits for the end.
  func wait(milliseconds: Int64) throws(RuntimeError) -> enfold_status {
    try store.runtime.wait(milliseconds: milliseconds, isHeld: store.isHeldByProgram) {
      () throws(RuntimeError) -> enfold_status? in
      let isClosed = store.runtime.isClosed.load(ordering: .acquiring)
      if !hasResult, isClosed { throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile") }
      return try result()
    }
  }
}
