// HostStore: calls of the engine (send, set, restore, observe, read, wait), and whether such a call may drain.
import CEnfold
import CEnfoldSupport
import Enfold

extension HostStore {
  // MARK: Sending

  /// Sends an action.
  ///
  /// - Parameters:
  ///   - options: nil, as almost always, if there are none.
  ///   - task: receives the handle of the action's task, if it is given.
  @inline(__always) func send(
    _ action: UnsafeRawBufferPointer, with options: SendOptions? = nil, _ task: UnsafeMutablePointer<enfold_task>?
  ) throws(RuntimeError) -> enfold_status {
    if let task { return try ActionTask.send(action, with: options, to: self, task) }
    return try send(action, with: options, token: 0, nil)
  }

  /// Passes an action to the engine.
  ///
  /// - Parameters:
  ///   - token: the handle of the task, or 0.
  ///   - task: where the engine puts its task.
  @inline(__always) func send(
    _ action: UnsafeRawBufferPointer, with options: SendOptions?, token: UInt64,
    _ task: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) throws(RuntimeError) -> enfold_status {
    if let options { return try send(action, options, token, task) }
    let start = action.baseAddress?.assumingMemoryBound(to: CChar.self)
    return try callMayDrain("send", action.count) { flags, error in
      engine.send(pointer, start, action.count, flags, token, task, error)
    }
  }

  @inline(never) private func send(
    _ action: UnsafeRawBufferPointer, _ options: SendOptions, _ token: UInt64,
    _ task: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) throws(RuntimeError) -> enfold_status {
    if let given = options.given {
      do throws(RuntimeError) {
        return try send(action, options.tag, given, token, task)
      } catch {
        // What is wrong with the values is ENFOLD_INVALID.
        var error = error
        if error.status == ENFOLD_INVALID, error.offset != .max { error.offset &+= options.givenOffset }
        throw error
      }
    }
    let tag = options.tag ?? []
    guard let send = engine.sendTagged else {
      throw RuntimeError(
        ENFOLD_UNSUPPORTED, "the feature \(feature) has no tags: \(withoutExtension("enfold.tags"))")
    }
    let start = action.baseAddress?.assumingMemoryBound(to: CChar.self)
    return try callMayDrain("send", action.count) { flags, error in
      tag.withUnsafeBufferPointer {
        send(pointer, start, action.count, $0.baseAddress, $0.count, flags, token, task, error)
      }
    }
  }

  /// Sends an action whose dependencies are given their values.
  private func send(
    _ action: UnsafeRawBufferPointer, _ tag: [CChar]?, _ given: [CChar], _ token: UInt64,
    _ task: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) throws(RuntimeError) -> enfold_status {
    guard beginsNoEffects else {
      throw .invalid("options: \"dependencies\" is for stores that were opened with \"effects\":\"none\"")
    }
    let send = try dependencySender
    let start = action.baseAddress?.assumingMemoryBound(to: CChar.self)
    return try callMayDrain("send", action.count) { flags, error in
      given.withUnsafeBufferPointer { given in
        (tag ?? []).withUnsafeBufferPointer {
          send(
            pointer, start, action.count, tag == nil ? nil : $0.baseAddress, $0.count, given.baseAddress, given.count,
            flags, token, task, error)
        }
      }
    }
  }

  /// The function of the engine that gives values to dependencies.
  var dependencySender: Engine.SendGiven {
    get throws(RuntimeError) {
      if let send = engine.sendGiven { return send }
      throw RuntimeError(
        ENFOLD_UNSUPPORTED,
        "the feature \(feature) takes no values for dependencies: \(withoutExtension("enfold.dependencies"))")
    }
  }

  /// Sends an array of actions. `accepted` receives their number.
  func sendBatch(_ actions: UnsafeRawBufferPointer, _ accepted: inout Int) throws(RuntimeError) -> enfold_status {
    let start = actions.baseAddress?.assumingMemoryBound(to: CChar.self)
    return try callMayDrain("send_batch", actions.count) { flags, error in
      engine.sendBatch(pointer, start, actions.count, flags, &accepted, error)
    }
  }

  /// Writes a property.
  ///
  /// - Parameters:
  ///   - action: the template of the action that is sent after the write, or nil.
  ///   - part: the scope through which it is written; nil for the root.
  func set(
    at path: UnsafeRawBufferPointer?, _ value: UnsafeRawBufferPointer, action: UnsafeRawBufferPointer?,
    through part: HostScope.Part?
  ) throws(RuntimeError) -> enfold_status {
    guard let set = engine.set else {
      throw RuntimeError(ENFOLD_UNSUPPORTED, "the feature \(feature) has no property that can be written")
    }
    func start(_ text: UnsafeRawBufferPointer?) -> UnsafePointer<CChar>? {
      text?.baseAddress?.assumingMemoryBound(to: CChar.self)
    }
    do throws(RuntimeError) {
      return try callMayDrain("set", max(value.count, action?.count ?? 0, path?.count ?? 0)) { flags, error in
        if let setBinding = engine.setBinding {
          let (before, behind) = part?.template?.parts ?? (nil, nil)
          return setBinding(
            pointer, start(before), before?.count ?? 0, start(behind), behind?.count ?? 0, start(path),
            path?.count ?? 0,
            part?.featurePlace ?? 0, start(value), value.count, start(action), action?.count ?? 0, flags, error)
        }
        return set(
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

  /// Replaces the state.
  func restore(_ state: UnsafeRawBufferPointer) throws(RuntimeError) -> enfold_status {
    guard let restore = engine.restore else {
      throw RuntimeError(
        ENFOLD_UNSUPPORTED, "the feature \(feature) cannot be restored: \(withoutExtension("enfold.restore"))")
    }
    let start = state.baseAddress?.assumingMemoryBound(to: CChar.self)
    return try callMayDrain("restore", state.count) { flags, error in
      restore(pointer, start, state.count, flags, error)
    }
  }

  /// Why the engine cannot do something that is an extension.
  func withoutExtension(_ name: String) -> String {
    "its plugin does not have the extension \"\(name)\" (see enfold_plugin.h)"
  }

  /// Begins an interest.
  func observe(
    _ interest: UInt64, at pointer: UnsafePointer<CChar>?, _ count: Int, _ flags: UInt32, mayDrain: Bool = true
  ) throws(RuntimeError) {
    _ = try callMayDrain("observe", count, if: mayDrain) { drain, error in
      engine.observe(self.pointer, interest, pointer, count, flags, drain, error)
    }
  }

  /// Calls the engine, and lets the call drain the store if this thread may.
  @inline(__always) func callMayDrain(
    _ function: StaticString, _ count: Int, if mayDrain: Bool = true,
    _ call: (_ drain: UInt32, UnsafeMutablePointer<enfold_error>) -> enfold_status
  ) throws(RuntimeError) -> enfold_status {
    guard UInt64(count) <= runtime.options.limits.bytes else { throw tooLong(count) }
    guard mayDrain, runtime.mayDrain else {
      return try callEngine(function, about: count, highest: ENFOLD_QUEUED) { call(0, $0) }
    }
    // The call does the work of the next pump, so the store leaves the loop's list. If the call fails, the store goes
    // back.
    let wasScheduled = runtime.unschedule(self)
    do throws(RuntimeError) {
      return try callEngine(function, about: count, highest: ENFOLD_QUEUED) { call(ENFOLD_SEND_DRAIN, $0) }
    } catch let error {
      if wasScheduled { schedule() }
      throw error
    }
  }

  @inline(never) private func tooLong(_ count: Int) -> RuntimeError {
    RuntimeError(ENFOLD_LIMIT, "the text has \(count) bytes; at most \(runtime.options.limits.bytes) are allowed")
  }

  // MARK: Scheduling

  /// Tells the host's loop that there is work. False if there will be no pump any more.
  @discardableResult func schedule() -> Bool {
    let isScheduled = runtime.loop?.schedule(self) ?? false
    runtime.monitor.notify()
    return isScheduled
  }

  // MARK: Reading

  var revision: UInt64 { engine.revision(pointer) }

  /// The value at a pointer, as JSON.
  func state(at path: UnsafeRawBufferPointer?) throws(RuntimeError) -> enfold_string {
    // Refused inside the reducer of any store, not only of this one. Two reducers that read each other's stores on two
    // threads would wait for ever.
    if Gates.isInsideAny { throw .insideReducer }
    var collector = TextCollector()
    let start = path?.baseAddress?.assumingMemoryBound(to: CChar.self)
    do throws(RuntimeError) {
      _ = try withUnsafeMutablePointer(to: &collector) { (collector) throws(RuntimeError) in
        try callEngine("state", about: path?.count ?? 0) { error in
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

  /// Waits until the store is idle.
  ///
  /// - Parameter scope: whose handle the host gave. If it is closed meanwhile, the waiting ends with an error.
  func wait(milliseconds: Int64, through scope: HostScope) throws(RuntimeError) -> enfold_status {
    watchIdle(true)
    defer { watchIdle(false) }
    return try runtime.wait(milliseconds: milliseconds, isHeld: isHeldByProgram) {
      () throws(RuntimeError) -> enfold_status? in
      let isIdle = pending == 0
      // Asked last: a store that ends becomes idle.
      guard !isClosing.load(ordering: .acquiring), !scope.isClosing else {
        throw RuntimeError(ENFOLD_STALE, "the store was closed meanwhile")
      }
      return isIdle ? enfold_status(ENFOLD_OK) : nil
    }
  }
}
