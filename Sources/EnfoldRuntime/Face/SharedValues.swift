// enfold.h, section "Shared values".
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldPlugin

@c @implementation
public func enfold_shared_get(
  _ runtime: enfold_runtime, _ key: UnsafePointer<CChar>?, _ out: UnsafeMutablePointer<enfold_string>?,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_shared_get", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    let key = try sharedKey(key)
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      var collector = TextCollector()
      try runtime.sharedCell(key).read { bytes, _ in collector.append(bytes.baseAddress, bytes.count) }
      out.pointee = collector.take()
      return ok
    }
  }
}

@c @implementation
public func enfold_shared_set(
  _ runtime: enfold_runtime, _ key: UnsafePointer<CChar>?, _ json: UnsafePointer<CChar>?, _ length: Int,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_shared_set", error) { () throws(RuntimeError) -> enfold_status in
    let key = try sharedKey(key)
    let text = try text(json, length, "json")
    return try changing(runtime) { (runtime) throws(RuntimeError) in
      // Nobody knows which stores have the value, and where: so no error quotes it.
      try runtime.redactor.guarding(text, as: .value(.whole)) { () throws(RuntimeError) in
        _ = try runtime.assignShared(key, text)
      }
      return ok
    }
  }
}

/// Lets `body` change a value. A `pthread_cancel` of this thread waits meanwhile, because the thread is inside the runtime and
/// may be writing a file.
private func changing(
  _ runtime: enfold_runtime, _ body: (Runtime) throws(RuntimeError) -> enfold_status
) throws(RuntimeError) -> enfold_status {
  let cancellation = enfold_cancellation_off()
  defer { enfold_cancellation_restore(cancellation) }
  return try handles.with(runtime, Runtime.self, body)
}

@c @implementation
public func enfold_shared_replace(
  _ runtime: enfold_runtime, _ key: UnsafePointer<CChar>?, _ expected: UnsafePointer<CChar>?, _ expected_length: Int,
  _ json: UnsafePointer<CChar>?, _ length: Int, _ done: UnsafeMutablePointer<UInt32>?,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_shared_replace", error) { () throws(RuntimeError) -> enfold_status in
    let done = try output(done, "done")
    let key = try sharedKey(key)
    let expected = try text(expected, expected_length, "expected")
    let text = try text(json, length, "json")
    return try changing(runtime) { (runtime) throws(RuntimeError) in
      done.pointee = try runtime.redactor.guarding(text, as: .value(.whole)) { () throws(RuntimeError) in
        try runtime.redactor.guarding(expected, as: .value(.whole)) { () throws(RuntimeError) in
          try runtime.assignShared(key, text, inPlaceOf: expected) ? 1 : 0
        }
      }
      return ok
    }
  }
}

@c @implementation
public func enfold_shared_observe(
  _ runtime: enfold_runtime, _ key: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ options_length: Int,
  _ fn: enfold_observer_fn?, _ user: UnsafeMutableRawPointer?, _ release: enfold_release_fn?,
  _ out: UnsafeMutablePointer<enfold_subscription>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_shared_observe", error) { () throws(RuntimeError) -> enfold_status in
    var triple = Release(function: release, user: user)
    // Calls the release if no subscription has taken the callback over.
    defer { triple() }
    guard let fn else { throw .invalid("fn is NULL; an observer is needed") }
    let key = try sharedKey(key)
    let options = try SharedOptions(try optionsText(options, options_length))
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      let subscription = SharedSubscription(runtime, try runtime.sharedCell(key), options, fn, triple)
      triple = Release(function: nil, user: nil)
      try subscription.begin(out)
      return ok
    }
  }
}

/// A key as hosts give it. It may be empty, because a plugin may have chosen the empty key.
private func sharedKey(_ key: UnsafePointer<CChar>?) throws(RuntimeError) -> String {
  guard let key else { throw .invalid("key is NULL") }
  return try validString(try text(key, -1, "key"), "key")
}
