// PlayHost, PlayedStore: the stores of a replay, through the C API.
import CEnfold
import EnfoldJSON
import EnfoldSchemas
import EnfoldSessions

/// A runtime with the plugins that a replay needs.
struct PlayHost: ReplayHost {
  private let runtime: Runtime

  init(_ plugins: [String]) throws(Failure) {
    runtime = try Runtime(environment: "preview")
    for plugin in plugins { _ = try runtime.load(plugin) }
  }

  func open(
    _ feature: String, of plugin: String, named name: String, state: SessionText, given: String?
  ) throws(Failure) -> PlayedStore {
    let given = given.map { ",\"dependencies\":\($0)" } ?? ""
    let options = "{\"effects\":\"none\",\"name\":\(JSON.string(name)),\"state\":\(state.string)\(given)}"
    return try PlayedStore(try runtime.open(feature, of: plugin, options: options))
  }
}

extension Runtime {
  /// Opens a store of a recorded feature.
  ///
  /// - Parameter options: JSON.
  func open(_ feature: String, of plugin: String, options: String) throws(Failure) -> Store {
    do throws(Failure) {
      return try open(plugin.isEmpty ? feature : "\(plugin)/\(feature)", options: options)
    } catch {
      // Another plugin may have it, too, such as a copy with another id.
      if !plugin.isEmpty, error.status == "ENFOLD_NOT_FOUND", let found = try? open(feature, options: options) {
        return found
      }
      throw error
    }
  }

  /// Opens a store with options as JSON.
  func open(_ feature: String, options: String) throws(Failure) -> Store {
    var store: enfold_store = 0
    do throws(Failure) {
      try call { enfold_store_open(handle, feature, options, options.utf8.count, &store, $0) }
    } catch {
      // It would count in the options, which nobody has typed.
      var failure = error
      failure.offset = nil
      throw failure
    }
    return Store(handle: store)
  }
}

/// A store of a replay.
final class PlayedStore: ReplayStore {
  private let store: Store
  private let heard = Heard()

  private final class Heard { var patch: String? }

  fileprivate init(_ store: Store) throws(Failure) {
    self.store = store
    let options = "{\"patch\":true,\"value\":false,\"initial\":false,\"filter\":\"raw\"}"
    let user = Box<String>(Self.hear(heard))
    try call {
      enfold_store_observe(
        store.handle, "", 0, options, nulTerminated,
        { user, event in
          guard let event = event?.pointee, let patch = event.patch else { return }
          Box<String>.call(user, string(patch, event.patch_length))
        }, user.retained, Box<String>.release, nil, $0)
    }
  }

  private static func hear(_ heard: Heard) -> (String) -> Void { { if heard.patch == nil { heard.patch = $0 } } }

  func send(_ action: SessionText, given: String?) throws(Failure) {
    do throws(Failure) {
      try action.withBytes { bytes throws(Failure) in
        guard let given else { return try store.send(bytes) }
        let options = "{\"dependencies\":\(given)}"
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        try call {
          enfold_store_send_with(store.handle, start, bytes.count, options, options.utf8.count, nil, $0)
        }
      }
    } catch {
      // It was told then, too, and is a commit all the same.
      if error.status != "ENFOLD_NO_TARGET" { throw error }
    }
  }

  func set(_ value: JSONValue, at pointer: String) throws(Failure) {
    try store.set(value, at: pointer)
  }

  func restore(_ state: JSONValue) throws(Failure) { try store.restore(state.json) }

  func takePatch() -> String? { heard.patch.take() }

  func state() throws(Failure) -> String { try store.state() }

  func close() { enfold_store_close(store.handle, nil) }
}
