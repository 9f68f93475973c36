// SharedExtension: the shared values of a runtime, as plugins use them.
import CEnfold
import Enfold
import EnfoldJSON
import EnfoldPlugin

/// The extension "enfold.shared".
let sharedExtension = Extension(
  named: ENFOLD_SHARED_EXTENSION, version: 1,
  enfold_shared(
    struct_size: UInt32(MemoryLayout<enfold_shared>.size),
    open: { runtime, key, keyLength, storage, storageLength, initial, initialLength, user, value, isNew, errorOut in
      guard let user, let known = enfold_shared_user(copying: user) else {
        return report(.invalid("enfold_shared_user is NULL or too small"), "enfold.shared", errorOut)
      }
      let plugin = SharedUser(known)
      do throws(RuntimeError) {
        guard let value else { throw .invalid("value is NULL; it is where the handle goes") }
        let key = try validString(try text(key, keyLength, "key"), "key")
        let storage = try storageType(try text(storage, storageLength, "storage"))
        let initial = Array(try text(initial, initialLength, "initial"))
        let opened = try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
          try PluginValue.open(key, storage, default: initial, plugin, in: runtime)
        }
        value.pointee = opened.handle
        isNew?.pointee = opened.opening
        return enfold_status(ENFOLD_OK)
      } catch {
        return report(error, "enfold.shared", errorOut)
      }
    },
    close: { value in handles.closeIfOpen(value, PluginValue.self) { $0.close() } },
    version: { value in withValue(value) { $0.cell.version } ?? 0 },
    read: { value, write, context in
      withValue(value) { value in
        var result: UInt64 = 0
        value.cell.read { bytes, version in
          result = version
          write?(context, bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count)
        }
        return result
      } ?? 0
    },
    assign: { value, text, length, hasChanged in
      withValue(value) { value in
        guard let text = jsonText(text, length) else { return 0 }
        return value.cell.assign(text).told(hasChanged)
      } ?? 0
    },
    lock: { value in withValue(value) { $0.cell.lock() } },
    unlock: { value, text, length, hasChanged in
      withValue(value) { value in
        let isGiven = text != nil
        let text = jsonText(text, length)
        let assignment = value.cell.unlock(text)
        return isGiven && text == nil ? 0 : assignment.told(hasChanged)
      } ?? 0
    },
    remove: { value in withValue(value) { $0.cell.remove() } },
    condition: { value, write, loadError, saveError, isLoading in
      withValue(value) { value in
        let condition = value.cell.condition
        tell(condition.loadError, write, loadError)
        tell(condition.saveError, write, saveError)
        isLoading?.pointee = condition.isLoading ? 1 : 0
      }
    },
    save: { value, done, user in begin(value, done, user) { $0.cell.save($1) } },
    load: { value, done, user in begin(value, done, user) { $0.cell.load($1) } },
    report: { runtime, key, keyLength, message, length in
      guard let pin = handles.pin(runtime, Runtime.self) else { return }
      defer { handles.unpin(pin) }
      guard let key = writtenPiece(key, keyLength), let message = writtenPiece(message, length) else { return }
      pin.entry._withUnsafeGuaranteedRef {
        $0.logShared(String(decoding: key, as: UTF8.self), String(decoding: message, as: UTF8.self))
      }
    }))

/// Calls `body` with an open value; nil if there is none with this handle.
private func withValue<R>(_ handle: UInt64, _ body: (PluginValue) -> R) -> R? {
  guard let pin = handles.pin(handle, PluginValue.self) else { return nil }
  defer { handles.unpin(pin) }
  return pin.entry._withUnsafeGuaranteedRef(body)
}

/// A text that a plugin gave, if it is JSON. It is as trusted as the state of a feature.
private func jsonText(_ start: UnsafePointer<CChar>?, _ length: Int) -> [UInt8]? {
  guard let bytes = writtenPiece(start, length), !bytes.isEmpty else { return nil }
  return isJSON(bytes) ? Array(bytes) : nil
}

private func storageType(_ text: UnsafeRawBufferPointer) throws(RuntimeError) -> StorageType {
  let value = try? JSON.decode(JSONValue.self, from: String(decoding: text, as: UTF8.self))
  guard let type = value.flatMap({ StorageType(json: $0) }) else {
    throw .invalid("storage: \"memory\", \"memorySingleton\", \"file\" or \"defaults\" is needed, with its options")
  }
  return type
}

private typealias Done = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> Void

private func begin(
  _ handle: UInt64, _ done: Done?, _ user: UnsafeMutableRawPointer?,
  _ body: (PluginValue, @escaping @Sendable (SharedError?) -> Void) -> Void
) {
  nonisolated(unsafe) let user = user  // it belongs to the plugin, which says that any thread may use it
  let finish = { @Sendable (error: SharedError?) in
    guard var message = error?.description else {
      done?(user, nil, 0)
      return
    }
    message.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { done?(user, $0.baseAddress, $0.count) }
    }
  }
  if withValue(handle, { body($0, finish) }) == nil { finish(SharedError("the shared value was closed")) }
}

extension SharedAssignment {
  fileprivate func told(_ hasChanged: UnsafeMutablePointer<UInt32>?) -> UInt64 {
    hasChanged?.pointee = self.hasChanged ? 1 : 0
    return version
  }
}

private func tell(_ error: SharedError?, _ write: enfold_write_fn?, _ context: UnsafeMutableRawPointer?) {
  guard var text = error?.description else { return }
  text.withUTF8 { bytes in
    bytes.withMemoryRebound(to: CChar.self) { write?(context, $0.baseAddress, $0.count) }
  }
}
