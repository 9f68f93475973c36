// HostStore: the callbacks for the ends of tasks: adding, calling and dropping them.
import CEnfold
import Enfold

extension HostStore {
  /// Adds a callback for the end of a task. If the task has ended, the callback is called as soon as it may be.
  func add(_ callback: EndCallback) throws(RuntimeError) {
    let task = callback.task
    let added = lock.withLock { () -> (isStale: Bool, hasEnded: Bool) in
      guard !task.isForgotten else { return (true, false) }
      task.endCallbacks.append(callback)
      guard task.hasResult || contents.isClosed else {
        contents.awaitedTasks[task.handle] = task
        return (false, false)
      }
      contents.endedTasks.append(task)
      return (false, true)
    }
    if added.isStale {
      callback.drop()
      throw RuntimeError(ENFOLD_STALE, "the task was released meanwhile")
    }
    if added.hasEnded { callEndsSoon() }
  }

  /// Called when a task has got its result.
  ///
  /// A task that is awaited here belongs to a store that has not ended: ``finish()`` takes all of them. If the store ends
  /// before the wake-up comes, it calls these callbacks, too.
  func taskEnded(_ task: ActionTask) {
    let wakeUp = lock.withLock { () -> UInt64 in
      guard contents.awaitedTasks.removeValue(forKey: task.handle) != nil else { return 0 }
      for _ in 0..<task.endCallbacks.count { contents.endedTasks.append(task) }
      return takeWakeUp()
    }
    askForWakeUp(wakeUp)
  }

  /// Drops the callbacks of a task whose handle the host has released.
  func forget(_ task: ActionTask) {
    var dropped = BlockQueue<EndCallback>()
    lock.withLock {
      task.isForgotten = true
      if !task.endCallbacks.isEmpty { contents.awaitedTasks[task.handle] = nil }
      dropped = task.endCallbacks.takeAll()
    }
    while let callback = dropped.popFirst() { callback.drop() }
  }

  /// Lets the callbacks of tasks that have ended be called: by the engine's next drain, or, if the engine's store has
  /// ended, by this thread or the next pump.
  private func callEndsSoon() {
    let (hasEnded, wakeUp) = lock.withLock { (contents.isClosed, contents.isClosed ? 0 : takeWakeUp()) }
    if hasEnded { callEndsWithoutEngine() } else { askForWakeUp(wakeUp) }
  }

  /// Like ``callEndsSoon()``, for when there will be no drain: on this thread, or in the next pump.
  func callEndsWithoutEngine() {
    if runtime.loop != nil, !runtime.mayDrain { return runtime.callInPump { self.callEndsInTurn() } }
    Gates.after { self.callEndsInTurn() }
  }

  /// Calls them, unless a thread is calling them already: then that thread goes on with these.
  private func callEndsInTurn() {
    let isFree = lock.withLock { () -> Bool in
      defer { contents.isCallingEnds = true }
      return !contents.isCallingEnds
    }
    guard isFree else { return }
    callEnds()
    stopCallingEnds()
  }

  /// Calls the callbacks of tasks that have ended, until none is left. Runs where callbacks of the store may run.
  func callEnds() { while let callback = takeEndCallback() { callback.call() } }

  private func takeEndCallback() -> EndCallback? {
    lock.withLock {
      // A task that was forgotten meanwhile has none any more.
      while let task = contents.endedTasks.popFirst() {
        if let callback = task.endCallbacks.popFirst() { return callback }
      }
      return nil
    }
  }

  /// Ends a turn of calling them. If more came meanwhile, there is another turn.
  func stopCallingEnds() {
    let hasMore = lock.withLock { () -> Bool in
      contents.isCallingEnds = false
      return !contents.endedTasks.isEmpty
    }
    if hasMore { callEndsWithoutEngine() }
  }
}
