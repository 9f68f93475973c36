// FeatureExtensions: the extensions of a feature's engine. New functions of engines go here.
import CEnfold
import Enfold

/// The extensions of a feature: replacing the state, stores that are stubs or begin no effects, beginning what waits, tags, holding,
/// writes that are actions, and the list of its requests.
package let featureExtensions: [Extension] = [
  Extension(
    named: ENFOLD_RESTORE_EXTENSION, version: 1,
    enfold_restore(
      struct_size: UInt32(MemoryLayout<enfold_restore>.size),
      restore: { store, state, length, flags, errorOut in
        guard let store = pluginStore(store) else { return missingArgument(errorOut) }
        do throws(PluginError) {
          try store.deepest.checkStack()
          return try store.restore(
            UnsafeRawBufferPointer(start: state, count: length), flags & ENFOLD_SEND_DRAIN != 0)
        } catch {
          return error.fill(errorOut)
        }
      })),
  Extension(
    named: ENFOLD_STUB_EXTENSION, version: 1,
    enfold_stub(
      struct_size: UInt32(MemoryLayout<enfold_stub>.size),
      open: { openStore($0, $1, $2, $3, $4, $5, mode: .stub) })),
  Extension(
    named: ENFOLD_NO_EFFECTS_EXTENSION, version: 1,
    enfold_no_effects(
      struct_size: UInt32(MemoryLayout<enfold_no_effects>.size),
      open: { openStore($0, $1, $2, $3, $4, $5, mode: .withoutEffects) })),
  Extension(
    named: ENFOLD_HOLD_EXTENSION, version: 1,
    enfold_hold(
      struct_size: UInt32(MemoryLayout<enfold_hold>.size),
      hold: { store, isOn, flags, errorOut in
        guard let store = pluginStore(store) else { return missingArgument(errorOut) }
        do throws(PluginError) {
          try store.deepest.checkStack()
          return try store.hold(isOn != 0, isStop: isOn == ENFOLD_HOLD_BREAKPOINT, flags & ENFOLD_SEND_DRAIN != 0)
        } catch {
          return error.fill(errorOut)
        }
      },
      is_held: { store in
        guard let store = pluginStore(store), store.isHeld else { return 0 }
        return store.isStopped ? ENFOLD_HOLD_BREAKPOINT : ENFOLD_HOLD_PROGRAM
      },
      step: { store, flags, done, errorOut in
        guard let store = pluginStore(store) else { return missingArgument(errorOut) }
        do throws(PluginError) {
          try store.deepest.checkStack()
          var isTaken = false
          let status = try store.step(&isTaken, flags & ENFOLD_SEND_DRAIN != 0)
          done?.pointee = isTaken ? 1 : 0
          return status
        } catch {
          return error.fill(errorOut)
        }
      },
      add_breakpoint: { store, number, action, length in
        guard let store = pluginStore(store), let action else { return }
        let text = String(decoding: UnsafeRawBufferPointer(start: action, count: length), as: UTF8.self)
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        store.addBreakpoint(number, before: parts)
      },
      remove_breakpoint: { store, number in _ = pluginStore(store)?.removeBreakpoint(number) })),
  Extension(
    named: ENFOLD_TRACE_EXTENSION, version: 1,
    enfold_trace(
      struct_size: UInt32(MemoryLayout<enfold_trace>.size),
      trace: { store, isOn, flags, errorOut in
        guard let store = pluginStore(store) else { return missingArgument(errorOut) }
        do throws(PluginError) {
          try store.deepest.checkStack()
          return try store.trace(isOn != 0, flags & ENFOLD_SEND_DRAIN != 0)
        } catch {
          return error.fill(errorOut)
        }
      })),
  Extension(
    named: ENFOLD_FLUSH_EXTENSION, version: 1,
    enfold_flush(
      struct_size: UInt32(MemoryLayout<enfold_flush>.size),
      flush: { store, flags, errorOut in
        guard let store = pluginStore(store) else { return missingArgument(errorOut) }
        do throws(PluginError) {
          try store.deepest.checkStack()
          return try store.flush(
            begins: flags & ENFOLD_FLUSH_BEGIN != 0, isLast: flags & ENFOLD_FLUSH_LAST != 0,
            flags & ENFOLD_SEND_DRAIN != 0)
        } catch {
          return error.fill(errorOut)
        }
      },
      running: { store, write, context in
        guard let store = pluginStore(store), let write else { return }
        var writer = JSONWriter()
        writer.literal("[")
        for (index, effect) in store.runningOrigins.enumerated() {
          if index > 0 { writer.literal(",") }
          writer.write("\(effect)")
        }
        writer.literal("]")
        writer.withBytes { write(context, $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count) }
      })),
  Extension(
    named: ENFOLD_TAGS_EXTENSION, version: 1,
    enfold_tags(
      struct_size: UInt32(MemoryLayout<enfold_tags>.size),
      send: { store, action, length, tag, tagLength, flags, token, task, errorOut in
        guard let store = pluginStore(store), let tag else { return missingArgument(errorOut) }
        if store.deepest.isBeyondStack { return store.deepest.stackError.fill(errorOut) }
        let text = UnsafeRawBufferPointer(start: tag, count: tagLength)
        return store.send(
          UnsafeRawBufferPointer(start: action, count: length), tag: String(decoding: text, as: UTF8.self),
          flags & ENFOLD_SEND_DRAIN != 0, token, task,
          errorOut)
      })),
  Extension(
    named: ENFOLD_DEPENDENCIES_EXTENSION, version: 1,
    enfold_dependencies(
      struct_size: UInt32(MemoryLayout<enfold_dependencies>.size),
      send: { store, action, length, tag, tagLength, given, givenLength, flags, token, task, errorOut in
        guard let store = pluginStore(store), let given else { return missingArgument(errorOut) }
        if store.deepest.isBeyondStack { return store.deepest.stackError.fill(errorOut) }
        do throws(PluginError) {
          let given = try GivenDependencies(given: UnsafeRawBufferPointer(start: given, count: givenLength))
          let tag = tag.map { String(decoding: UnsafeRawBufferPointer(start: $0, count: tagLength), as: UTF8.self) }
          return store.send(
            UnsafeRawBufferPointer(start: action, count: length), tag: tag, given: given,
            flags & ENFOLD_SEND_DRAIN != 0, token, task, errorOut)
        } catch {
          return error.fill(errorOut)
        }
      })),
  Extension(
    named: ENFOLD_BINDINGS_EXTENSION, version: 1,
    enfold_bindings(
      struct_size: UInt32(MemoryLayout<enfold_bindings>.size),
      set: {
        store, before, beforeLength, behind, behindLength, pointer, length, place, value, valueLength, action,
        actionLength, flags,
        errorOut in
        guard let store = pluginStore(store) else { return missingArgument(errorOut) }
        do throws(PluginError) {
          try store.deepest.checkStack()
          let place = min(place, length)
          return try store.set(
            try path(pointer, length), UnsafeRawBufferPointer(start: value, count: valueLength),
            as: BindingTemplate(
              before: UnsafeRawBufferPointer(start: before, count: beforeLength),
              behind: UnsafeRawBufferPointer(start: behind, count: behindLength),
              pointer: UnsafeRawBufferPointer(start: pointer.map { $0 + place }, count: length - place)),
            then: action.map { UnsafeRawBufferPointer(start: $0, count: actionLength) }, flags & ENFOLD_SEND_DRAIN != 0)
        } catch {
          return error.fill(errorOut)
        }
      })),
  Extension(
    named: ENFOLD_DECLARES_EXTENSION, version: 1,
    enfold_declares(
      struct_size: UInt32(MemoryLayout<enfold_declares>.size),
      requests: { feature, write, context in
        guard let feature, let write else { return }
        var writer = JSONWriter()
        writer.write(FeatureBox.of(feature).feature.requests)
        writer.withBytes { write(context, $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count) }
      })),
]

extension JSONWriter {
  /// Writes the requests of a feature, as `enfold_declares` describes them.
  fileprivate mutating func write(_ requests: [any HostRequest]) {
    literal("[")
    for (index, request) in requests.enumerated() {
      literal(index == 0 ? "{\"name\":" : ",{\"name\":")
      write(request.name)
      literal(request.isStream ? ",\"stream\":true" : ",\"stream\":false")
      literal(",\"payload\":")
      write(schema: request.payloadSchema)
      literal(",\"answer\":")
      write(schema: request.answerSchema)
      literal("}")
    }
    literal("]")
  }

  private mutating func write(schema: String) {
    var schema = schema
    schema.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }
}
