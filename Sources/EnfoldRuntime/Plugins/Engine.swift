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

  /// Replaces the state; nil if the feature's states cannot be replaced.
  let restore: (@convention(c) (Pointer?, Bytes?, Int, UInt32, ErrorPointer?) -> enfold_status)?

  /// - Parameters:
  ///   - extensions: the extensions that the feature offers beside the table.
  ///   - place: the name of the feature and the member, for messages.
  init(
    _ table: UnsafePointer<enfold_engine>, _ extensions: Extensions, _ place: String
  ) throws(RuntimeError) {
    let table = try copy(of: table, "\(place).engine.")
    func given<F>(_ function: F?, _ field: StaticString) throws(RuntimeError) -> F {
      guard let function else { throw .badPlugin("\(place).engine.\(field) is NULL") }
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
    restore = try extended(ENFOLD_RESTORE_EXTENSION, enfold_restore.self, "restore") { $0.restore }
    openStub = try extended(ENFOLD_STUB_EXTENSION, enfold_stub.self, "open") { $0.open }

    /// A function of version 1 of an extension; nil if the feature has no such extension.
    func extended<Table: GrowingTable, F>(
      _ name: String, _: Table.Type, _ field: StaticString, _ function: (Table) -> F?
    ) throws(RuntimeError) -> F? {
      guard let table = extensions.table(named: name, version: 1) else { return nil }
      let known = try copy(of: table.assumingMemoryBound(to: Table.self), "\(place) (\(name)) ")
      guard let function = function(known) else { throw .badPlugin("\(place) (\(name)) \(field) is NULL") }
      return function
    }
  }
}
