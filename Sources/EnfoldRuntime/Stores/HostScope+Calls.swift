// HostScope: send, write and read, as with a store, but at the place of the scope.
import CEnfold
import EnfoldJSON

extension HostScope {
  // MARK: Sending

  /// Sends an action. If `task` is given, it receives the handle of the action's task.
  @inline(__always)
  func send(
    _ action: UnsafeRawBufferPointer, _ task: UnsafeMutablePointer<enfold_task>?
  ) throws(RuntimeError) -> enfold_status {
    if part == nil, !store.isRedacted { return try store.send(action, task) }
    return try send(action, with: nil, task)
  }

  /// Sends an action with options that are not read yet.
  func send(
    _ action: UnsafeRawBufferPointer, withText text: UnsafeRawBufferPointer?, _ task: UnsafeMutablePointer<enfold_task>?
  ) throws(RuntimeError) -> enfold_status {
    guard store.isRedacted else {
      let options = try SendOptions(text)
      return try send(action, with: options.isEmpty ? nil : options, task)
    }
    let redactor = store.redactor
    return try redactor.guarding(text, as: .value(redactor.graph.places(of: .sendOptions))) { () throws(RuntimeError) in
      let options = try SendOptions(text)
      return try send(action, with: options.isEmpty ? nil : options, task)
    }
  }

  /// Sends an action with options.
  @inline(never) func send(
    _ action: UnsafeRawBufferPointer, with options: SendOptions?, _ task: UnsafeMutablePointer<enfold_task>?
  ) throws(RuntimeError) -> enfold_status {
    try store.redactor.guarding(action, as: .value(actionPlaces)) { () throws(RuntimeError) in
      guard let template = part?.template else { return try store.send(action, with: options, task) }
      return try send(action, options, in: template, task)
    }
  }

  /// What is redacted in its actions.
  var actionPlaces: RedactionGraph.Places {
    let graph = store.redactor.graph
    return part?.template.map { graph.actionPlaces(behind: $0.beginning) } ?? graph.places(of: .action)
  }

  /// A function of its own, because it needs much of the stack.
  @inline(never)
  private func send(
    _ action: UnsafeRawBufferPointer, _ options: SendOptions?, in template: ScopeTemplate,
    _ task: UnsafeMutablePointer<enfold_task>?
  ) throws(RuntimeError) -> enfold_status {
    try template.withWrapped(action, limits: limits) { (wrapped) throws(RuntimeError) in
      try store.send(wrapped, with: options, task)
    }
  }

  /// Sends an array of actions. `accepted` receives their number.
  func sendBatch(_ actions: UnsafeRawBufferPointer, _ accepted: inout Int) throws(RuntimeError) -> enfold_status {
    if part == nil, !store.isRedacted { return try store.sendBatch(actions, &accepted) }
    return try store.redactor.guarding(actions, as: .batch(actionPlaces)) { () throws(RuntimeError) in
      guard let template = part?.template else { return try store.sendBatch(actions, &accepted) }
      return try template.withWrappedItems(of: actions, limits: limits) { (wrapped) throws(RuntimeError) in
        try store.sendBatch(wrapped, &accepted)
      }
    }
  }

  /// Writes a property.
  func set(
    at pointer: UnsafeRawBufferPointer?, _ value: UnsafeRawBufferPointer, _ options: SetOptions
  ) throws(RuntimeError) -> enfold_status {
    try withStorePointer(pointer) { (pointer) throws(RuntimeError) -> enfold_status in
      try store.redactor.guarding(value, as: .value(store.redactor.statePlaces(at: pointer))) {
        () throws(RuntimeError) in try set(at: pointer, value, options, actionPlaces)
      }
    }
  }

  /// - Parameters:
  ///   - pointer: one of the store.
  ///   - places: where the action stands among those of the store.
  private func set(
    at pointer: UnsafeRawBufferPointer?, _ value: UnsafeRawBufferPointer, _ options: SetOptions,
    _ places: @autoclosure () -> RedactionGraph.Places
  ) throws(RuntimeError) -> enfold_status {
    try store.redactor.guarding(options.action, as: .value(places())) { () throws(RuntimeError) -> enfold_status in
      do throws(RuntimeError) {
        guard let template = part?.template, let action = options.action else {
          return try store.set(at: pointer, value, action: options.action, through: part)
        }
        return try template.withWrapped(action, limits: limits, isAlone: false) { (action) throws(RuntimeError) in
          try store.set(at: pointer, value, action: action, through: part)
        }
      } catch {
        throw options.located(error)
      }
    }
  }

  /// Replaces the store's state.
  func restore(_ state: UnsafeRawBufferPointer) throws(RuntimeError) -> enfold_status {
    guard prefix.isEmpty else {
      throw RuntimeError(
        ENFOLD_UNSUPPORTED,
        """
        a scope at \(String(decoding: prefix, as: UTF8.self)) is a part of its store, and only whole states can be \
        restored: restore the store
        """)
    }
    return try store.redactor.guarding(state, as: .value(store.redactor.statePlaces(at: nil))) {
      () throws(RuntimeError) in try store.restore(state)
    }
  }

  private var limits: JSONLimits { store.runtime.options.limits.json }

  // MARK: Reading

  /// The value at a pointer, as JSON.
  func state(at pointer: UnsafeRawBufferPointer?) throws(RuntimeError) -> enfold_string {
    guard !prefix.isEmpty else {
      return try withStorePointer(pointer) { (pointer) throws(RuntimeError) in try store.state(at: pointer) }
    }
    let isWhole = pointer?.isEmpty ?? true
    do throws(RuntimeError) {
      var value = try withStorePointer(pointer) { (pointer) throws(RuntimeError) in try store.state(at: pointer) }
      guard isWhole, value.isNull else { return value }
      enfold_string_free(&value)
      throw noTarget
    } catch {
      guard error.status == ENFOLD_BAD_POINTER else { throw error }
      // Nothing is at the pointer. Is the scope's place itself missing, or only something inside it?
      if isWhole { throw noTarget }
      var value = try state(at: nil)
      enfold_string_free(&value)
      throw error
    }
  }

  private var noTarget: RuntimeError {
    RuntimeError(ENFOLD_NO_TARGET, "nothing is now at the scope's place, \(String(decoding: prefix, as: UTF8.self))")
  }
}

extension enfold_string {
  fileprivate var isNull: Bool {
    length == 4 && UnsafeRawBufferPointer(start: data, count: length).elementsEqual("null".utf8)
  }
}
