// HostTable: what libenfold offers to engines; where their calls come in.
import CEnfold
import CEnfoldSupport

/// The one table that every engine is given. The context is the ``Store``.
nonisolated(unsafe) let hostTable: UnsafePointer<enfold_host> = {
  // Unsafe only in name: it is written here, once, and read by everybody.
  let table = UnsafeMutablePointer<enfold_host>.allocate(capacity: 1)
  table.initialize(
    to: enfold_host(
      struct_size: UInt32(MemoryLayout<enfold_host>.size),
      commit: { context, commit in
        guard let commit else { return }
        withStore(context) { store in insideCallback { store.deliver(commit) } }
      },
      schedule: { context in withStore(context) { $0.schedule() } },
      task_ended: { _, token, status, message, length in
        guard let pin = handles.pin(token, ActionTask.self) else { return }  // its handle was released
        pin.entry._withUnsafeGuaranteedRef { $0.end(status, message, length) }
        handles.unpin(pin)
      },
      idle: { context in withStore(context) { $0.runtime.monitor.notify() } },
      log: { context, level, record, length in
        withStore(context) {
          $0.runtime.log(level, UnsafeRawBufferPointer(start: record, count: record == nil ? 0 : length))
        }
      },
      closed: { context in
        guard let context else { return }
        let store = Unmanaged<Store>.fromOpaque(context).takeRetainedValue()
        insideCallback { store.finish() }
      }))
  return UnsafePointer(table)
}()

@inline(__always)
private func withStore(_ context: UnsafeMutableRawPointer?, _ body: (Store) -> Void) {
  guard let context else { return }
  Unmanaged<Store>.fromOpaque(context)._withUnsafeGuaranteedRef { body($0) }
}
