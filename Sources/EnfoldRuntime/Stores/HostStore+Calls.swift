// What hosts do with a store: send, read, wait.
import CEnfold
import CEnfoldSupport
import Enfold

extension HostStore {
  // MARK: Sending

  /// Sends an action. `task`, if given, receives a handle over what it causes.
  @inline(__always)
  func send(
    _ action: UnsafeRawBufferPointer, _ task: UnsafeMutablePointer<enfold_task>?
  ) throws(RuntimeError) -> enfold_status {
    if let task { return try ActionTask.send(action, to: self, task) }
    return try send(action, token: 0, nil)
  }

  /// - Parameters:
  ///   - token: the handle of the task, or 0.
  ///   - task: where the engine puts its task.
  @inline(__always)
  func send(
    _ action: UnsafeRawBufferPointer, token: UInt64, _ task: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) throws(RuntimeError) -> enfold_status {
    let start = action.baseAddress?.assumingMemoryBound(to: CChar.self)
    return try draining("send", action.count) { flags, error in
      engine.send(pointer, start, action.count, flags, token, task, error)
    }
  }

  /// Sends an array of actions; returns how many there were.
  func sendBatch(_ actions: UnsafeRawBufferPointer, _ accepted: inout Int) throws(RuntimeError) -> enfold_status {
    let start = actions.baseAddress?.assumingMemoryBound(to: CChar.self)
    return try draining("send_batch", actions.count) { flags, error in
      engine.sendBatch(pointer, start, actions.count, flags, &accepted, error)
    }
  }

  /// Writes a property.
  ///
  /// - Parameter action: the template of the action that follows, or nil.
  func set(
    at path: UnsafeRawBufferPointer?, _ value: UnsafeRawBufferPointer, action: UnsafeRawBufferPointer?
  ) throws(RuntimeError) -> enfold_status {
    guard let set = engine.set else {
      throw RuntimeError(ENFOLD_UNSUPPORTED, "the feature \(feature) has no property that can be written")
    }
    func start(_ text: UnsafeRawBufferPointer?) -> UnsafePointer<CChar>? {
      text?.baseAddress?.assumingMemoryBound(to: CChar.self)
    }
    do throws(RuntimeError) {
      return try draining("set", max(value.count, action?.count ?? 0, path?.count ?? 0)) { flags, error in
        set(
          pointer, start(path), path?.count ?? 0, start(value), value.count, start(action), action?.count ?? 0, flags,
          error)
      }
    } catch {
      // The status says which of the three texts the offset is in.
      switch Int(error.status) {
      case ENFOLD_BAD_ACTION: throw error.withOffset(upTo: action?.count ?? 0)
      case ENFOLD_BAD_POINTER: throw error.withOffset(upTo: path?.count ?? 0)
      default: throw error.withOffset(upTo: value.count)
      }
    }
  }

  /// Begins an interest.
  func observe(
    _ interest: UInt64, at pointer: UnsafePointer<CChar>?, _ count: Int, _ flags: UInt32
  ) throws(RuntimeError) {
    _ = try draining("observe", count) { drain, error in
      engine.observe(self.pointer, interest, pointer, count, flags, drain, error)
    }
  }

  /// Runs a call that drains the store if this thread may.
  @inline(__always)
  private func draining(
    _ function: StaticString, _ count: Int,
    _ call: (_ drain: UInt32, UnsafeMutablePointer<enfold_error>) -> enfold_status
  ) throws(RuntimeError) -> enfold_status {
    guard UInt64(count) <= runtime.options.limits.bytes else { throw tooLong(count) }
    guard runtime.mayDrain else { return try checked(function, about: count, highest: ENFOLD_QUEUED) { call(0, $0) } }
    // What the loop would have done is done now. Should the call come to nothing, it stays the loop's.
    let wasScheduled = runtime.loop?.unschedule(self) ?? false
    do throws(RuntimeError) {
      return try checked(function, about: count, highest: ENFOLD_QUEUED) { call(ENFOLD_SEND_DRAIN, $0) }
    } catch let error {
      if wasScheduled { schedule() }
      throw error
    }
  }

  @inline(never)
  private func tooLong(_ count: Int) -> RuntimeError {
    RuntimeError(ENFOLD_LIMIT, "the text has \(count) bytes; at most \(runtime.options.limits.bytes) are allowed")
  }

  // MARK: Scheduling

  /// There is work for the host's loop. False if there will be no pump any more.
  @discardableResult
  func schedule() -> Bool {
    let isScheduled = runtime.loop?.schedule(self) ?? false
    runtime.monitor.notify()
    return isScheduled
  }

  // MARK: Reading

  var revision: UInt64 { engine.revision(pointer) }

  /// The value at a pointer, as JSON.
  func state(at path: UnsafeRawBufferPointer?) throws(RuntimeError) -> enfold_string {
    // Whichever store's reducer it is: two stores that read each other on two threads would wait for ever.
    if Gates.isInsideAny { throw .insideReducer }
    var collector = TextCollector()
    let start = path?.baseAddress?.assumingMemoryBound(to: CChar.self)
    do throws(RuntimeError) {
      _ = try withUnsafeMutablePointer(to: &collector) { (collector) throws(RuntimeError) in
        try checked("state", about: path?.count ?? 0) { error in
          engine.state(
            pointer, start, path?.count ?? 0,
            { context, bytes, length in
              context?.assumingMemoryBound(to: TextCollector.self).pointee.append(bytes, length)
            }, collector, error)
        }
      }
      if let refusal = collector.refusal ?? (collector.isEmpty ? "nothing was written" : nil) {
        throw RuntimeError(ENFOLD_FAILED, "the state of the feature \(feature) cannot be passed on: \(refusal)")
      }
    } catch let error {
      collector.discard()
      throw error
    }
    return collector.take()
  }

  // MARK: Waiting

  /// Waits until the store is idle, through one of its scopes.
  func wait(milliseconds: Int64, through scope: HostScope) throws(RuntimeError) -> enfold_status {
    watchIdle(true)
    defer { watchIdle(false) }
    return try runtime.wait(milliseconds: milliseconds) { () throws(RuntimeError) -> enfold_status? in
      guard !isClosing.load(ordering: .acquiring), !scope.isClosing.load(ordering: .acquiring) else {
        throw RuntimeError(ENFOLD_STALE, "the store was closed meanwhile")
      }
      return pending == 0 ? enfold_status(ENFOLD_OK) : nil
    }
  }
}
