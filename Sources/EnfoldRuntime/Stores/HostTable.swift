// HostTable: what libenfold offers to engines; where their calls come in.
import CEnfold
import CEnfoldSupport

/// The one table that every engine is given.
///
/// The context is the handle of a ``HostStore``, not its address: a call that comes after `closed`, or with a context that
/// never was one, finds nothing and does nothing. `closed` closes the handle, so that exactly one such call counts.
nonisolated(unsafe) let hostTable: UnsafePointer<enfold_host> = {
  // Unsafe only in name: it is written here, once, and read by everybody.
  let table = UnsafeMutablePointer<enfold_host>.allocate(capacity: 1)
  table.initialize(
    to: enfold_host(
      struct_size: UInt32(MemoryLayout<enfold_host>.size),
      commit: { context, commit in
        guard let commit else { return }
        insideCallback {
          // An interest of the store's own asks for the moment at which the last events of its scopes may be delivered.
          Commit(commit, of: handle(context)).deliver { withStore(context) { $0.deliverLastEvents() } }
        }
      },
      schedule: { context in
        guard let pin = handles.pin(handle(context), HostStore.self) else { return }
        pin.entry._withUnsafeGuaranteedRef { $0.scheduleForEngine() }
        handles.unpin(pin, keep: KeptPins.keep)
      },
      task_ended: { context, token, status, message, length in
        withStore(context) { store in
          guard let pin = handles.pin(token, ActionTask.self) else { return }  // its handle was released
          pin.entry._withUnsafeGuaranteedRef { task in
            // An engine that reports another store's task gets nowhere.
            if task.store === store { task.end(status, message, length) }
          }
          handles.unpin(pin)
        }
      },
      idle: { context in withStore(context) { $0.runtime.monitor.notify() } },
      log: { context, level, record, length in
        withStore(context) { $0.log(level, record, length) }
      },
      closed: { context in
        handles.closeIfOpen(handle(context), HostStore.self) { store in insideCallback { store.finish() } }
      },
      thread: { enfold_own_thread() },
      get_extension: { name, version in hostExtension(named: name, version: version) }))
  return UnsafePointer(table)
}()

/// What an engine was given as its context, as the handle that it is.
@inline(__always)
private func handle(_ context: UnsafeMutableRawPointer?) -> UInt64 { UInt64(UInt(bitPattern: context)) }

private func withStore(_ context: UnsafeMutableRawPointer?, _ body: (HostStore) -> Void) {
  guard let pin = handles.pin(handle(context), HostStore.self) else { return }
  pin.entry._withUnsafeGuaranteedRef(body)
  handles.unpin(pin)
}
