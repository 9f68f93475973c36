// Closing a runtime: everything inside ends.
import Enfold
import Synchronization

extension Runtime {
  /// Closes everything inside. The runtime's own handle is closed already.
  ///
  /// With the host's loop, what is left to deliver is delivered by the pump that is running, or else by this thread:
  /// nobody can pump a closed runtime. No pump is the last one before everything that is closed here is on its list.
  func close() {
    beginClosing()
    for store in stores {
      store.closeIfOpen()
      // Another thread may be closing it, and may not have come to its scopes yet.
      store.closeScopes()
    }
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    handles.closeAll(ActionTask.self) { $0.store.runtime === self }
    for handle in takePluginHandles() { handles.closeIfOpen(handle, Plugin.self) }
    Gates.after { [self] in
      if let loop, loop.beginLastPump() { _ = runPump(limit: 0) }
      // After the records that waited for a pump.
      replaceLogReceiver(by: 0)
      monitor.notify()
    }
    KeptPins.endAll()
  }
}
