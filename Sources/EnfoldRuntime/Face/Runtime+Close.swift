// Runtime: its end, and that of everything inside.
import Enfold

extension Runtime {
  /// Closes the stores, the tasks and the plugins of the runtime. Its own handle is closed already.
  ///
  /// With the host's loop, something may be left to deliver, and the host cannot pump a closed runtime. So the pump
  /// that is running delivers it; if none is running, this thread does. The last pump does not end before everything
  /// that is closed here is on the lists of the loop.
  func close() {
    beginClosing()
    for store in stores {
      store.closeIfOpen()
      // Another thread may be closing the store, and may not have closed its scopes yet.
      store.closeScopes()
    }
    closeShared()
    requests.close(afterLastStore)
    removeRegisteredFeatures()
    clock?.close()
    for task in tasks.all { handles.closeIfOpen(task, ActionTask.self) }
    for handle in takePluginHandles() { handles.closeIfOpen(handle, Plugin.self) }
    Gates.after { [self] in
      if let loop, loop.beginLastPump() { _ = runPump(limit: 0) }
      finishRecording()
      finishInspection()
      // Last, so that the receiver still gets the records that waited for a pump.
      replaceLogReceiver(by: 0)
      trace.close()
      monitor.notify()
    }
    KeptPins.endAll()
  }
}
