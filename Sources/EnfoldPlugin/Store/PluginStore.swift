// PluginStore: one open store of a plugin. It joins an engine to the host.
import CEnfold
import Enfold

/// Decodes the actions of the host. Its ``PluginStream`` encodes the values that have changed and are observed.
@usableFromInline
package final class PluginStore<State: ObservableState, Action: JSONEncodable & Sendable>: AnyPluginStore,
  @unchecked Sendable
{
  // Unchecked: only the drainer uses `finishedObservers` and `traceCount`; the rest never changes.
  @usableFromInline package typealias Decode = @Sendable (inout JSONReader) throws(JSONError) -> Action
  /// Reads a state from the text of a host. It gets the store as an argument, and so keeps nothing.
  @usableFromInline package typealias ReadState =
    @Sendable (PluginStore, UnsafeRawBufferPointer) throws(PluginError) -> State

  @usableFromInline let engine: StoreEngine<State, Action>
  @usableFromInline let owner: PluginOwner
  @usableFromInline let texts: TextRules
  @usableFromInline let dependencies: PluginDependencies
  @usableFromInline let decode: Decode
  @usableFromInline let readState: ReadState
  @usableFromInline let opening: OpeningTap
  /// Makes the tracer; compiled where the types are known.
  @usableFromInline let makeTracer: (PluginHost) -> StoreTracer?
  var finishedObservers: [UInt64: ActionObserver<State, Action>] = [:]
  /// How often more its trace was turned on than off.
  var traceCount = 0

  /// Opens a store.
  @inlinable package init(
    _ options: PluginStoreOptions, state: consuming State, readState: @escaping ReadState,
    decode: @escaping Decode, desk: MutationDesk? = nil, shared: SharedSeat<State>? = nil,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) {
    // The closures below keep nothing but the owner: so they need no memory of their own.
    let owner = PluginOwner(
      options.host, options.dependencies.effectExecutor, asks: options.dependencies.isAsking)
    self.owner = owner
    texts = options.texts
    dependencies = options.dependencies
    self.decode = decode
    self.readState = readState
    opening = options.opening
    makeTracer = { PluginTracer<Action>($0) }
    engine = StoreEngine(
      initialState: state, executor: options.isScheduled ? .scheduled { owner.host.schedule() } : .caller,
      queueLimit: options.queueLimit, owner: owner,
      mode: options.mode, desk: desk,
      shared: shared, stream: { PluginStream(owner.host) }, reduce: options.crashNotes?.noting(reduce) ?? reduce)
    super.init(
      deepest: options.texts.deepest,
      send: { store, text, mayDrain, token, taskOut, errorOut in
        unsafeDowncast(store, to: PluginStore.self).sendAction(text, mayDrain, token, taskOut, errorOut)
      },
      sendBatch: { store, text, mayDrain, accepted, errorOut in
        unsafeDowncast(store, to: PluginStore.self).sendActions(text, mayDrain, accepted, errorOut)
      })
    dependencies.report(through: engine)
  }

  @usableFromInline var host: PluginHost { owner.host }

  // MARK: Sending

  @inlinable @inline(__always)  // into the closure
  func sendAction(
    _ text: UnsafeRawBufferPointer, tag: String? = nil, given: GivenDependencies? = nil, _ mayDrain: Bool,
    _ token: UInt64, _ taskOut: TaskOut, _ errorOut: ErrorOut
  ) -> enfold_status {
    var reader = texts.reader(of: text)
    let action: Action
    do throws(JSONError) {
      action = try decode(&reader)
      try reader.finish()
      texts.deepest.note(reader)
    } catch {
      return PluginError.refused(reader.checkRest(after: error), text, Action.self).refuse(host, tag: tag, errorOut)
    }
    let sent =
      if let given {
        engine.send(action, tag: tag, given: given, mayDrain: mayDrain)
      } else if let tag {
        engine.sendThroughQueue(action, tag: tag, mayDrain: mayDrain)
      } else {
        engine.send(action, mayDrain: mayDrain)
      }
    switch sent {
    case .reduced(let task):
      // Most actions start nothing.
      if token == 0, task.isEmpty { return Status.ok }
      if let child = task.missingChild { return PluginError(Status.noTarget, child.summary).fill(errorOut) }
      if token != 0 { PluginTask.handOut(task, token, host, taskOut) }
      return Status.ok
    case .queued(let task):
      if token != 0 { PluginTask.handOut(task, token, host, taskOut) }
      return Status.queued
    case .refused(let error): return PluginError(error).fill(errorOut)
    }
  }

  override func send(
    _ text: UnsafeRawBufferPointer, tag: String, _ mayDrain: Bool, _ token: UInt64, _ taskOut: TaskOut,
    _ errorOut: ErrorOut
  ) -> enfold_status { sendAction(text, tag: tag, mayDrain, token, taskOut, errorOut) }

  override func send(
    _ text: UnsafeRawBufferPointer, tag: String?, given: GivenDependencies, _ mayDrain: Bool, _ token: UInt64,
    _ taskOut: TaskOut, _ errorOut: ErrorOut
  ) -> enfold_status {
    guard engine.beginsNoEffects else {
      return PluginError(Status.invalid, "values are given only to the dependencies of a store without effects").fill(
        errorOut)
    }
    return sendAction(text, tag: tag, given: given, mayDrain, token, taskOut, errorOut)
  }

  @inlinable func sendActions(
    _ text: UnsafeRawBufferPointer, _ mayDrain: Bool, _ accepted: UnsafeMutablePointer<Int>?, _ errorOut: ErrorOut
  ) -> enfold_status {
    var reader = texts.reader(of: text)
    var actions: [Action] = []
    do throws(JSONError) {
      try reader.beginArray()
      while try reader.nextElement() { actions.append(try decode(&reader)) }
      try reader.finish()
      texts.deepest.note(reader)
    } catch {
      return PluginError.refusedBatch(reader.checkRest(after: error), text, Action.self).refuse(host, errorOut)
    }
    accepted?.pointee = actions.count
    switch engine.sendBatch(actions, mayDrain: mayDrain) {
    case .reduced: return Status.ok
    case .queued: return Status.queued
    case .refused(let error):
      accepted?.pointee = 0
      return PluginError(error).fill(errorOut)
    }
  }

  // MARK: The rest of the table

  override func state(_ path: JSONPath, _ write: (UnsafeRawBufferPointer) -> Void) throws(PluginError) {
    var writer = JSONWriter()
    let isThere = engine.withState { state, _ in state.writeJSON(at: path, to: &writer) }
    guard let isThere else { throw .insideReduce }
    if let failure = writer.failure { throw PluginError(writer.isTooDeep ? Status.limit : Status.failed, failure) }
    guard isThere else { throw State.jsonAllows(path) ? .nothing(at: path) : .impossible(path, State.self) }
    writer.withBytes(write)
  }

  override func set(
    _ path: JSONPath, _ text: UnsafeRawBufferPointer, as binding: BindingTemplate?,
    then action: UnsafeRawBufferPointer?,
    _ mayDrain: Bool
  ) throws(PluginError) -> enfold_status { try write(path, text, as: binding, then: action, mayDrain) }

  override func restore(_ text: UnsafeRawBufferPointer, _ mayDrain: Bool) throws(PluginError) -> enfold_status {
    try replaceState(by: text, mayDrain)
  }

  override func observe(
    _ interest: UInt64, at path: JSONPath, _ options: InterestOptions, _ mayDrain: Bool
  ) throws(PluginError) { try begin(interest, at: path, options, mayDrain) }

  override func unobserve(_ interest: UInt64) { end(interest) }
  override var revision: UInt64 { engine.revision }
  override var pending: Int { engine.pending }
  override func drain(_ limit: Int?) -> DrainResult { engine.drain(limit: limit) }
  override func watchIdle(_ isOn: Bool) { engine.watchIdle(isOn) }
  override func flush(begins: Bool, isLast: Bool, _ mayDrain: Bool) throws(PluginError) -> enfold_status {
    try engine.flush(beginsDelayed: begins, isLast: isLast, mayDrain: mayDrain).status
  }
  override var runningOrigins: [EffectOrigin] { engine.runningOrigins }
  override func hold(_ isOn: Bool, isStop: Bool, _ mayDrain: Bool) throws(PluginError) -> enfold_status {
    try engine.hold(isOn, isStop: isStop, mayDrain: mayDrain).status
  }
  override var isHeld: Bool { engine.isHeld }
  override var isStopped: Bool { engine.isStopped }
  override func step(_ isTaken: inout Bool, _ mayDrain: Bool) throws(PluginError) -> enfold_status {
    guard engine.isHeld else { throw PluginError(Status.invalid, "the store is not held, so there is no step to take") }
    let step = HeldStep()
    let status = try engine.takeStep(step, mayDrain: mayDrain).status
    isTaken = step.isTaken
    return status
  }
  override func addBreakpoint(_ number: UInt64, before action: [String]) {
    engine.addBreakpoint(number) { [texts] in
      var writer = JSONWriter(capacity: 64)
      $0.writeJSON(to: &writer)
      return writer.withBytes { bytes in
        var reader = texts.reader(of: bytes)
        return reader.isAction(named: action[...])
      }
    }
  }
  override func removeBreakpoint(_ number: UInt64) -> Bool { engine.removeBreakpoint(number) }
  override func trace(_ isOn: Bool, _ mayDrain: Bool) throws(PluginError) -> enfold_status {
    try engine.perform(mayDrain: mayDrain) { [self] isOpen in
      guard isOpen else { return }
      traceCount += isOn ? 1 : -1
      if traceCount == (isOn ? 1 : 0) { engine.traceNow(0, isOn ? makeTracer(host) : nil) }
      engine.traceOpening(opening.values)
      opening.forget()
      if isOn { engine.traceStacks() }
    }.status
  }
  override func raiseStacks(_ numbers: [String: Int]) { engine.raiseStacks(numbers) }
  override func close(_ mayDrain: Bool) { engine.close(mayDrain: mayDrain) }
}

extension PluginError {
  /// Refuses an action: tells the caller, and logs it.
  @usableFromInline func refuse(
    _ host: PluginHost, tag: String? = nil, _ error: UnsafeMutablePointer<enfold_error>?
  ) -> enfold_status {
    // If the plugin itself failed, no byte of the action is wrong.
    let diagnostic =
      status == Status.failed
      ? Diagnostic(level: .error, .actionNotChecked, message: "an action could not be checked: \(message)", tag: tag)
      : Diagnostic(
        level: .warning, .actionRefused, message: "an action was refused at byte \(offset): \(message)", tag: tag)
    host.log(diagnostic)
    return fill(error)
  }

  @usableFromInline static var insideReduce: PluginError {
    PluginError(
      Status.reentrant,
      "the state cannot be read inside a reducer, inside withLock of a shared value, or while it is being encoded")
  }
  @usableFromInline static func nothing(at path: JSONPath) -> PluginError {
    PluginError(Status.badPointer, "nothing is at \"\(path.pointer)\" now")
  }
}

extension PluginStore where Action: JSONDecodable {
  /// Opens a store that reads its actions and states by their own JSON forms.
  @inlinable convenience init(
    _ options: PluginStoreOptions, state: consuming State, desk: MutationDesk?, shared: SharedSeat<State>?,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) {
    self.init(
      options, state: state,
      readState: { store, text throws(PluginError) in
        try store.dependencies.bind { () throws(PluginError) in try store.texts.readState(text) }
      },
      decode: { text throws(JSONError) in try Action(json: &text) }, desk: desk, shared: shared, reduce: reduce)
  }
}
