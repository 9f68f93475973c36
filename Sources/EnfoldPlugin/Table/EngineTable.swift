// EngineTable: the enfold_engine of a Swift feature. Each function checks, converts and calls.
import CEnfold
import CEnfoldSupport
import Enfold

/// The table of a feature. It keeps `feature` for ever.
package func engineTable(for feature: FeatureBox) -> enfold_engine {
  enfold_engine(
    struct_size: UInt32(MemoryLayout<enfold_engine>.size),
    feature: Unmanaged.passRetained(feature).toOpaque(),
    open: { openStore($0, $1, $2, $3, $4, $5, mode: .full) },
    close: { store, mayDrain in pluginStore(store)?.close(mayDrain != 0) },
    release: { store in
      guard let store else { return }
      let isBeyondStack = Unmanaged<AnyPluginStore>.fromOpaque(store)._withUnsafeGuaranteedRef {
        $0.deepest.isBeyondStack
      }
      // With the store its state is destroyed.
      guard isBeyondStack else { return Unmanaged<AnyPluginStore>.fromOpaque(store).release() }
      enfold_thread_call({ Unmanaged<AnyPluginStore>.fromOpaque($0).release() }, store)
    },
    send: { store, action, length, flags, token, task, error in
      guard let store else { return missingArgument(error) }
      // Not retained, because the host keeps it alive during the call.
      return Unmanaged<AnyPluginStore>.fromOpaque(store)._withUnsafeGuaranteedRef {
        let text = UnsafeRawBufferPointer(start: action, count: length)
        if $0.deepest.isDeep { return sendToDeep($0, text, flags & ENFOLD_SEND_DRAIN != 0, token, task, error) }
        return $0.send($0, text, flags & ENFOLD_SEND_DRAIN != 0, token, task, error)
      }
    },
    send_batch: { store, actions, length, flags, accepted, error in
      guard let store = pluginStore(store) else { return missingArgument(error) }
      if store.deepest.isBeyondStack { return store.deepest.stackError.fill(error) }
      return store.sendBatch(
        store, UnsafeRawBufferPointer(start: actions, count: length), flags & ENFOLD_SEND_DRAIN != 0, accepted, error)
    },
    drain: { store, limit, done in
      guard let store = pluginStore(store) else { return Status.invalid }
      let result = store.drain(limit == 0 ? nil : Int(limit))
      done?.pointee = UInt32(clamping: result.reduced)
      return result.hasMore ? Status.more : Status.ok
    },
    state: { store, pointer, length, write, context, errorOut in
      guard let store = pluginStore(store), let write else { return missingArgument(errorOut) }
      do throws(PluginError) {
        try store.deepest.checkStack()
        try store.state(try path(pointer, length)) { bytes in
          write(context, bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count)
        }
        return Status.ok
      } catch {
        return error.fill(errorOut)
      }
    },
    revision: { store in pluginStore(store)?.revision ?? 0 },
    observe: { store, interest, pointer, length, flags, mayDrain, errorOut in
      guard let store = pluginStore(store) else { return missingArgument(errorOut) }
      do throws(PluginError) {
        try store.deepest.checkStack()
        try store.observe(
          interest, at: try path(pointer, length), InterestOptions(rawValue: flags).intersection(.ofHosts),
          mayDrain != 0)
        return Status.ok
      } catch {
        return error.fill(errorOut)
      }
    },
    unobserve: { store, interest in pluginStore(store)?.unobserve(interest) },
    pending: { store in UInt64(pluginStore(store)?.pending ?? 0) },
    watch_idle: { store, isOn in pluginStore(store)?.watchIdle(isOn != 0) },
    task_cancel: { task in
      guard let task else { return }
      Unmanaged<PluginTask>.fromOpaque(task).takeUnretainedValue().cancel()
    },
    task_release: { task in
      guard let task else { return }
      Unmanaged<PluginTask>.fromOpaque(task).release()
    },
    set: { store, pointer, length, value, valueLength, action, actionLength, flags, errorOut in
      guard let store = pluginStore(store) else { return missingArgument(errorOut) }
      do throws(PluginError) {
        try store.deepest.checkStack()
        return try store.set(
          try path(pointer, length), UnsafeRawBufferPointer(start: value, count: valueLength), as: nil,
          then: action.map { UnsafeRawBufferPointer(start: $0, count: actionLength) }, flags & ENFOLD_SEND_DRAIN != 0)
      } catch {
        return error.fill(errorOut)
      }
    })
}

/// Opens a store. The functions `open` of the table and of two extensions do the same, in different modes.
func openStore(
  _ feature: UnsafeMutableRawPointer?, _ options: UnsafePointer<enfold_store_options>?,
  _ host: UnsafePointer<enfold_host>?, _ context: UnsafeMutableRawPointer?,
  _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ error: UnsafeMutablePointer<enfold_error>?, mode: StoreMode
) -> enfold_status {
  guard let feature, let options, let host, let out else { return missingArgument(error) }
  let box = FeatureBox.of(feature)
  do throws(PluginError) {
    guard enfold_host(copying: host) != nil else { throw PluginError(tooSmall: host) }
    guard let known = enfold_store_options(copying: options) else { throw PluginError(tooSmall: options) }
    enfold_share_threads(host)
    let host = PluginHost(table: host, context: context)
    var storeOptions = try PluginStoreOptions(known, mode: mode, host: host)
    let store = try box.feature.open(&storeOptions)
    if let stacks = storeOptions.opening.given?.stacks, !stacks.isEmpty { store.raiseStacks(stacks) }
    storeOptions.opening.reportDifference(to: host)
    out.pointee = Unmanaged.passRetained(store).toOpaque()
    return Status.ok
  } catch let failure {
    return failure.fill(error)
  }
}

/// Sends to a store that has read a deep text. A function of its own, so that other stores do not pay for it.
@inline(never) private func sendToDeep(
  _ store: AnyPluginStore, _ text: UnsafeRawBufferPointer, _ mayDrain: Bool, _ token: UInt64,
  _ task: AnyPluginStore.TaskOut, _ error: AnyPluginStore.ErrorOut
) -> enfold_status {
  if store.deepest.isBeyondStack { return store.deepest.stackError.fill(error) }
  return store.send(store, text, mayDrain, token, task, error)
}

func pluginStore(_ store: UnsafeMutableRawPointer?) -> AnyPluginStore? {
  store.map { Unmanaged<AnyPluginStore>.fromOpaque($0).takeUnretainedValue() }
}

func path(_ pointer: UnsafePointer<CChar>?, _ length: Int) throws(PluginError) -> JSONPath {
  do {
    return try JSONPath(pointer: UnsafeRawBufferPointer(start: pointer, count: length))
  } catch {
    throw PluginError(error, mismatch: Status.badPointer)
  }
}

func missingArgument(_ error: UnsafeMutablePointer<enfold_error>?) -> enfold_status {
  PluginError(Status.invalid, "the host passed NULL where the plugin needs a pointer").fill(error)
}
