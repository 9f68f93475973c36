// HostObserver: makes an event of a commit, or nothing if the filter (distinct, raw, pulse) says so.
import CEnfold

extension HostObserver {
  /// Delivers one event for the changes of a commit, or none if they bring nothing new to this observer. Called by the
  /// draining thread, with the subscription pinned.
  @inline(__always) mutating func deliver(
    _ changes: UnsafeBufferPointer<enfold_change>, of commit: Commit, _ memory: DeliveryMemory
  ) {
    guard let liveness else { return }
    let terms = terms
    let change = changes.baseAddress.unsafelyUnwrapped
    // Most events are one value and nothing else. For them this is a shorter way than `deliverAnything`, with the same
    // result.
    if changes.count == 1, terms.isSubset(of: [.value, .compared, .initial]), terms.contains([.value, .compared]),
      change.pointee.flags & (ENFOLD_INITIAL | ENFOLD_CHANGE_OPERATION) == 0, let value = change.pointee.value
    {
      let flags = change.pointee.flags
      let isNew = last.note(value, change.pointee.value_length, &memory.hashes)
      guard isNew || flags & ENFOLD_CHANGE_FORCED != 0 else { return }
      var event = event(flags: (flags | ENFOLD_CHANGED) & Self.eventFlags, of: commit)
      event.value = value
      event.value_length = change.pointee.value_length
      began(liveness)
      return function(user, &event)
    }
    if terms.contains(.actions) { return deliverAction(changes, of: commit, liveness) }
    deliverAnything(changes, of: commit, memory, liveness)
  }

  /// Delivers one event or none to any observer, but not to an observer of actions.
  @inline(never) private mutating func deliverAnything(
    _ changes: UnsafeBufferPointer<enfold_change>, of commit: Commit, _ memory: DeliveryMemory, _ liveness: UInt8
  ) {
    let terms = terms
    var flags: UInt32 = 0
    var whole: UnsafePointer<enfold_change>?
    for index in 0..<changes.count {
      let change = changes.baseAddress.unsafelyUnwrapped + index
      if change.pointee.flags & ENFOLD_CHANGE_OPERATION != 0 {
        // If an operation removes something below the pointer, the value at the pointer is still there.
        flags |= change.pointee.flags & (ENFOLD_CHANGED | ENFOLD_PULSE | ENFOLD_CHANGE_FORCED)
      } else {
        flags |= change.pointee.flags
        whole = change
      }
    }
    let isInitial = flags & ENFOLD_INITIAL != 0
    if !terms.contains(.value) { whole = nil }
    if let whole {
      if terms.contains(.compared) {
        let isNew =
          whole.pointee.value.map { last.note($0, whole.pointee.value_length, &memory.hashes) }
          ?? last.noteNothing()
        if isNew || flags & ENFOLD_CHANGE_FORCED != 0 {
          // The first value does not count as a change.
          if !isInitial { flags |= ENFOLD_CHANGED }
        } else if !isInitial {
          guard terms.contains(.raw) else { return }
          flags &= ~ENFOLD_CHANGED
        }
      }
      if terms.contains(.skipsNull), isNull(whole) { return }
    } else if flags & ENFOLD_REMOVED == 0 {
      last.noteSomething()
    } else if !last.noteNothing(), !isInitial, !terms.contains(.raw) {
      // The observer knows already that nothing is there.
      return
    }
    let patch =
      terms.contains(.patch)
      ? patch(of: changes, isRemoved: flags & ENFOLD_REMOVED != 0, memory.patchWriter) : nil
    if isInitial, !terms.contains(.initial) { return }
    var event = event(flags: flags & Self.eventFlags, of: commit)
    if let whole {
      event.value = whole.pointee.value
      event.value_length = whole.pointee.value == nil ? 0 : whole.pointee.value_length
    }
    if terms.contains(.action), let action = commit.action {
      event.action = action.baseAddress
      event.action_length = action.count
    }
    if let patch {
      event.patch = UnsafePointer(patch.baseAddress)
      event.patch_length = patch.count
    }
    began(liveness)
    function(user, &event)
  }

  private static var eventFlags: UInt32 { ENFOLD_INITIAL | ENFOLD_CHANGED | ENFOLD_PULSE | ENFOLD_REMOVED }

  /// Whether the new value is null, or nothing is there.
  private func isNull(_ change: UnsafePointer<enfold_change>) -> Bool {
    guard let value = change.pointee.value else { return true }
    return change.pointee.value_length == 4
      && UnsafeRawBufferPointer(start: value, count: 4).elementsEqual("null".utf8)
  }

  @inline(never) private func deliverAction(
    _ changes: UnsafeBufferPointer<enfold_change>, of commit: Commit, _ liveness: UInt8
  ) {
    // The observer asked for actions, and this commit has none.
    guard let action = commit.action else { return }
    var event = event(flags: 0, of: commit)
    event.action = action.baseAddress
    event.action_length = action.count
    for change in changes where change.flags & ENFOLD_CHANGE_OPERATION == 0 {
      event.flags |= change.flags & (ENFOLD_CHANGED | ENFOLD_MUTATION)
      guard terms.contains(.value) else { continue }
      event.value = change.value
      event.value_length = change.value == nil ? 0 : change.value_length
      if change.value == nil { event.flags |= ENFOLD_REMOVED }
    }
    // The observer did not ask for mutations.
    if event.flags & ENFOLD_MUTATION != 0, !terms.contains(.mutations) { return }
    began(liveness)
    function(user, &event)
  }
}
