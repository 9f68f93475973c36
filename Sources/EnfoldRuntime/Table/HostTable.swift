// HostTable: the functions of libenfold that engines call.
import CEnfold
import CEnfoldHost
import CEnfoldSupport

/// The table that every engine gets: one for all.
///
/// The context is the handle of a ``HostStore``, not its address. So a call that comes after `closed`, or with a
/// context that never was valid, finds no store and does nothing. `closed` closes the handle, so only its first call
/// counts.
nonisolated(unsafe) let hostTable: UnsafePointer<enfold_host> = {
  // Safe, because it is written only once, here, before anybody reads it.
  let table = UnsafeMutablePointer<enfold_host>.allocate(capacity: 1)
  table.initialize(
    to: enfold_host(
      struct_size: UInt32(MemoryLayout<enfold_host>.size),
      commit: { context, commit in
        guard let commit else { return }
        insideCallback {
          // When the commit is for an interest of the store itself, no callback of the store runs.
          Commit(commit, of: handle(context)).deliver { withHostStore(context) { $0.useWakeUp() } }
        }
      },
      schedule: { context in
        guard let pin = handles.pin(handle(context), HostStore.self) else { return }
        pin.entry._withUnsafeGuaranteedRef { $0.scheduleForEngine() }
        handles.unpin(pin, keep: KeptPins.keep)
      },
      task_ended: { context, token, status, message, length in
        withHostStore(context) { store in
          guard let pin = handles.pin(token, ActionTask.self) else { return }  // its handle was released
          pin.entry._withUnsafeGuaranteedRef { task in
            // If an engine reports a task of another store, it is ignored.
            if task.store === store { task.end(status, message, length) }
          }
          handles.unpin(pin)
        }
      },
      idle: { context in withHostStore(context) { $0.runtime.monitor.notify() } },
      log: { context, level, record, length in
        withHostStore(context) { $0.log(level, record, length) }
      },
      closed: { context in
        handles.closeIfOpen(handle(context), HostStore.self) { store in insideCallback { store.finish() } }
      },
      thread: enfold_offered_thread,
      get_extension: { name, version in hostExtension(named: name, version: version) }))
  return UnsafePointer(table)
}()

/// The handle that an engine got as its context.
@inline(__always)
private func handle(_ context: UnsafeMutableRawPointer?) -> UInt64 { UInt64(UInt(bitPattern: context)) }

func withHostStore(_ context: UnsafeMutableRawPointer?, _ body: (HostStore) -> Void) {
  guard let pin = handles.pin(handle(context), HostStore.self) else { return }
  pin.entry._withUnsafeGuaranteedRef(body)
  handles.unpin(pin)
}
