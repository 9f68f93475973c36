// Engine: a feature's enfold_engine, after a check that its functions are there.
import CEnfold
import EnfoldPlugin

/// An engine table, copied and checked when its plugin was loaded.
struct Engine {
  typealias Pointer = UnsafeMutableRawPointer
  typealias ErrorPointer = UnsafeMutablePointer<enfold_error>
  typealias Bytes = UnsafePointer<CChar>

  let feature: Pointer?
  typealias Open =
    @convention(c) (
      Pointer?, UnsafePointer<enfold_store_options>?, UnsafePointer<enfold_host>?, Pointer?,
      UnsafeMutablePointer<Pointer?>?, ErrorPointer?
    ) -> enfold_status

  let open: Open
  /// Opens a stub; nil if the feature has no stubs.
  let openStub: Open?
  /// Opens a store that begins no effects; nil if the feature has none.
  let openWithoutEffects: Open?
  let close: @convention(c) (Pointer?, UInt32) -> Void
  let release: @convention(c) (Pointer?) -> Void
  let send:
    @convention(c) (
      Pointer?, Bytes?, Int, UInt32, UInt64, UnsafeMutablePointer<Pointer?>?, ErrorPointer?
    ) -> enfold_status
  let sendBatch:
    @convention(c) (Pointer?, Bytes?, Int, UInt32, UnsafeMutablePointer<Int>?, ErrorPointer?) -> enfold_status
  let drain: @convention(c) (Pointer?, UInt32, UnsafeMutablePointer<UInt32>?) -> enfold_status
  let state: @convention(c) (Pointer?, Bytes?, Int, enfold_write_fn?, Pointer?, ErrorPointer?) -> enfold_status
  let revision: @convention(c) (Pointer?) -> UInt64
  let observe: @convention(c) (Pointer?, UInt64, Bytes?, Int, UInt32, UInt32, ErrorPointer?) -> enfold_status
  let unobserve: @convention(c) (Pointer?, UInt64) -> Void
  let pending: @convention(c) (Pointer?) -> UInt64
  let watchIdle: @convention(c) (Pointer?, UInt32) -> Void
  let taskCancel: @convention(c) (Pointer?) -> Void
  let taskRelease: @convention(c) (Pointer?) -> Void
  /// Nil if the feature has no bindable properties.
  let set: (@convention(c) (Pointer?, Bytes?, Int, Bytes?, Int, Bytes?, Int, UInt32, ErrorPointer?) -> enfold_status)?

  typealias SetBinding =
    @convention(c) (
      Pointer?, Bytes?, Int, Bytes?, Int, Bytes?, Int, Int, Bytes?, Int, Bytes?, Int, UInt32, ErrorPointer?
    ) -> enfold_status
  /// Writes a property by an action of the feature, if that takes bindings; nil if the feature never does.
  let setBinding: SetBinding?

  /// Replaces the state; nil if the feature's states cannot be replaced.
  let restore: (@convention(c) (Pointer?, Bytes?, Int, UInt32, ErrorPointer?) -> enfold_status)?

  /// Begins what waits; nil if the feature cannot be flushed.
  let flush: (@convention(c) (Pointer?, UInt32, ErrorPointer?) -> enfold_status)?
  /// Lists the running effects.
  let running: (@convention(c) (Pointer?, enfold_write_fn?, Pointer?) -> Void)?

  /// Sends an action with a tag; nil if the feature has no tags.
  let sendTagged:
    (
      @convention(c) (
        Pointer?, Bytes?, Int, Bytes?, Int, UInt32, UInt64, UnsafeMutablePointer<Pointer?>?, ErrorPointer?
      ) -> enfold_status
    )?

  typealias SendGiven =
    @convention(c) (
      Pointer?, Bytes?, Int, Bytes?, Int, Bytes?, Int, UInt32, UInt64, UnsafeMutablePointer<Pointer?>?, ErrorPointer?
    ) -> enfold_status
  /// Sends an action, and gives the dependencies their values; nil if the feature takes none.
  let sendGiven: SendGiven?

  /// Turns the trace of a store on and off; nil if the feature's stores are in no trace.
  let trace: (@convention(c) (Pointer?, UInt32, UInt32, ErrorPointer?) -> enfold_status)?

  /// The functions that hold a store; nil if the feature's stores cannot be held.
  let holding: Holding?

  struct Holding {
    let hold: @convention(c) (Pointer?, UInt32, UInt32, ErrorPointer?) -> enfold_status
    let isHeld: @convention(c) (Pointer?) -> UInt32
    let step: @convention(c) (Pointer?, UInt32, UnsafeMutablePointer<UInt32>?, ErrorPointer?) -> enfold_status
    let addBreakpoint: @convention(c) (Pointer?, UInt64, Bytes?, Int) -> Void
    let removeBreakpoint: @convention(c) (Pointer?, UInt64) -> Void
  }

  /// - Parameters:
  ///   - extensions: the extensions that the feature offers beside the table.
  ///   - place: the name of the feature and the member, for messages.
  init(
    _ table: UnsafePointer<enfold_engine>, _ extensions: Extensions, _ place: String
  ) throws(RuntimeError) {
    let table = try copy(of: table, "\(place).engine.")
    func given<F>(_ function: F?, _ field: StaticString, of part: String? = nil) throws(RuntimeError) -> F {
      guard let function else { throw .badPlugin("\(part ?? "\(place).engine.")\(field) is NULL") }
      return function
    }
    feature = table.feature
    open = try given(table.open, "open")
    close = try given(table.close, "close")
    release = try given(table.release, "release")
    send = try given(table.send, "send")
    sendBatch = try given(table.send_batch, "send_batch")
    drain = try given(table.drain, "drain")
    state = try given(table.state, "state")
    revision = try given(table.revision, "revision")
    observe = try given(table.observe, "observe")
    unobserve = try given(table.unobserve, "unobserve")
    pending = try given(table.pending, "pending")
    watchIdle = try given(table.watch_idle, "watch_idle")
    taskCancel = try given(table.task_cancel, "task_cancel")
    taskRelease = try given(table.task_release, "task_release")
    set = table.set
    setBinding = try extended(ENFOLD_BINDINGS_EXTENSION, enfold_bindings.self, "set") { $0.set }
    restore = try extended(ENFOLD_RESTORE_EXTENSION, enfold_restore.self, "restore") { $0.restore }
    flush = try extended(ENFOLD_FLUSH_EXTENSION, enfold_flush.self, "flush") { $0.flush }
    running = try extended(ENFOLD_FLUSH_EXTENSION, enfold_flush.self, "running") { $0.running }
    sendTagged = try extended(ENFOLD_TAGS_EXTENSION, enfold_tags.self, "send") { $0.send }
    openStub = try extended(ENFOLD_STUB_EXTENSION, enfold_stub.self, "open") { $0.open }
    openWithoutEffects = try extended(ENFOLD_NO_EFFECTS_EXTENSION, enfold_no_effects.self, "open") { $0.open }
    sendGiven = try extended(ENFOLD_DEPENDENCIES_EXTENSION, enfold_dependencies.self, "send") { $0.send }
    trace = try extended(ENFOLD_TRACE_EXTENSION, enfold_trace.self, "trace") { $0.trace }
    holding = try known(of: ENFOLD_HOLD_EXTENSION, enfold_hold.self) { (table, place) throws(RuntimeError) in
      Holding(
        hold: try given(table.hold, "hold", of: place), isHeld: try given(table.is_held, "is_held", of: place),
        step: try given(table.step, "step", of: place),
        addBreakpoint: try given(table.add_breakpoint, "add_breakpoint", of: place),
        removeBreakpoint: try given(table.remove_breakpoint, "remove_breakpoint", of: place))
    }

    /// A function of version 1 of an extension; nil if the feature has no such extension.
    func extended<Table: GrowingTable, F>(
      _ name: String, _ type: Table.Type, _ field: StaticString, _ function: (Table) -> F?
    ) throws(RuntimeError) -> F? {
      try known(of: name, type) { (table, place) throws(RuntimeError) in try given(function(table), field, of: place) }
    }

    /// What `read` makes of version 1 of an extension; nil if the feature has no such extension.
    func known<Table: GrowingTable, R>(
      of name: String, _: Table.Type, _ read: (Table, _ place: String) throws(RuntimeError) -> R
    ) throws(RuntimeError) -> R? {
      guard let table = extensions.table(named: name, version: 1) else { return nil }
      let place = "\(place) (\(name)) "
      return try read(try copy(of: table.assumingMemoryBound(to: Table.self), place), place)
    }
  }
}
