// Runtime: the numbers that enfold_runtime_stats returns.
import EnfoldJSON

extension Runtime {
  /// Writes a JSON object. Later versions may add keys, and remove none.
  func writeStats(to writer: inout JSONWriter) {
    let stores = stores
    writer.literal("{\"stores\":")
    writer.write(stores.count)
    writer.literal(",\"scopes\":")
    writer.write(stores.reduce(0) { $0 + $1.scopeCount })
    writer.literal(",\"subscriptions\":")
    writer.write(stores.reduce(sharedSubscriptions.count) { $0 + $1.subscriptionCount })
    writer.literal(",\"tasks\":")
    writer.write(tasks.count)
    writer.literal(",\"requests\":")
    writer.write(requests.openCount.load(ordering: .relaxed))
    writer.literal(",\"callbacks\":")
    writer.write(stores.reduce(0) { $0 + $1.callbackCount })
    writer.literal(",\"plugins\":")
    writer.write(plugins.count)
    writer.literal(",\"pending\":")
    writer.write(stores.reduce(UInt64(0)) { $0 &+ $1.pending })
    writer.literal(",\"held\":")
    writer.write(stores.count { $0.isHeld })
    if let clock {
      writer.literal(",\"now\":")
      writer.write(clock.now)
      writer.literal(",\"sleepers\":")
      writer.write(clock.sleeperCount)
    }
    if trace.isOn {
      writer.literal(",\"times\":")
      trace.writeTimes(to: &writer)
    }
    writer.literal(",\"loop\":")
    writer.write(options.loop == .host ? "host" : "inline")
    writer.literal("}")
  }
}
