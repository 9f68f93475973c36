// RequestsExtension: how plugins ask the host.
import CEnfold
import EnfoldJSON
import EnfoldPlugin

/// The extension "enfold.requests".
let requestsExtension = Extension(
  named: ENFOLD_REQUESTS_EXTENSION, version: 1,
  enfold_requests(
    struct_size: UInt32(MemoryLayout<enfold_requests>.size),
    ask: { runtime, store, name, nameLength, payload, payloadLength, user, number, errorOut in
      guard let user, let known = enfold_request_user(copying: user) else {
        return report(.invalid("enfold_request_user is NULL or too small"), "enfold.requests", errorOut)
      }
      let requestUser = RequestUser(known)
      do throws(RuntimeError) {
        if let missing = requestUser.missingFunction { throw .invalid("enfold_request_user.\(missing) is NULL") }
        guard let number else { throw .invalid("request is NULL; it is where the number goes") }
        let name = try validString(try text(name, nameLength, "name"), "name")
        let payload = try text(payload, payloadLength, "payload")
        try handles.withRuntime(runtime, of: UInt64(UInt(bitPattern: store))) {
          (runtime, store, redactor) throws(RuntimeError) in
          try checkJSON(payload, runtime.options.limits.json, in: "payload")
          try PendingRequest.ask(
            name, payload, requestUser, store: store, in: runtime.requests, redactor, number)
        }
        return enfold_status(ENFOLD_OK)
      } catch {
        return report(error, "enfold.requests", errorOut)
      }
    },
    cancel: { request in
      guard let pin = handles.pin(request, PendingRequest.self) else { return }
      pin.entry._withUnsafeGuaranteedRef { $0.withdraw() }
      handles.unpin(pin)
    }))

extension HandleTable {
  /// Calls `body` with the runtime of a store, or with the runtime itself if `context` is 0.
  fileprivate func withRuntime(
    _ runtime: UInt64, of context: UInt64, _ body: (Runtime, _ store: UInt64, Redactor) throws(RuntimeError) -> Void
  ) throws(RuntimeError) {
    if context == 0 {
      try with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in try body(runtime, 0, runtime.redactor) }
    } else {
      try with(context, HostStore.self) { (store) throws(RuntimeError) in
        try body(store.runtime, context, store.redactor)
      }
    }
  }
}
