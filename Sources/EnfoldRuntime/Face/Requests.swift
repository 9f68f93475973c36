// enfold.h, section "Requests".
import CEnfold

@c @implementation
public func enfold_runtime_handle(
  _ runtime: enfold_runtime, _ name: UnsafePointer<CChar>?, _ fn: enfold_request_fn?,
  _ cancelled: (@convention(c) (UnsafeMutableRawPointer?, enfold_request) -> Void)?, _ user: UnsafeMutableRawPointer?,
  _ release: enfold_release_fn?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_handle", error) { () throws(RuntimeError) -> enfold_status in
    var triple = Release(function: release, user: user)
    // Calls the release if no handler has taken the callbacks over.
    defer { triple() }
    guard let name, name.pointee != 0 else { throw .invalid("name is NULL or empty; the name of a request is needed") }
    let known = try validString(try text(name, -1, "name"), "name")
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      var handler: RequestHandler?
      if let fn {
        handler = RequestHandler(fn, cancelled, triple)
        triple = Release(function: nil, user: nil)
      }
      try runtime.requests.setHandler(handler, known)
      return ok
    }
  }
}

@c @implementation
public func enfold_request_emit(
  _ request: enfold_request, _ json: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_request_emit", error) { () throws(RuntimeError) -> enfold_status in
    let text = try text(json, length, "json")
    return try handles.with(request, PendingRequest.self) { (request) throws(RuntimeError) in try request.emit(text) }
  }
}

@c @implementation
public func enfold_request_resolve(
  _ request: enfold_request, _ json: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_request_resolve", error) { () throws(RuntimeError) -> enfold_status in
    let text = try optionalText(json, length, "json")
    return try handles.with(request, PendingRequest.self) { (request) throws(RuntimeError) in
      try request.resolve(text)
      return ok
    }
  }
}

@c @implementation
public func enfold_request_fail(
  _ request: enfold_request, _ message: UnsafePointer<CChar>?, _ length: Int,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_request_fail", error) { () throws(RuntimeError) -> enfold_status in
    let text = try optionalText(message, length, "message")
    let message = try text.map { (text) throws(RuntimeError) in try validString(text, "message") } ?? ""
    return try handles.with(request, PendingRequest.self) { (request) throws(RuntimeError) in
      try request.fail(message)
      return ok
    }
  }
}

@c @implementation
public func enfold_request_store(
  _ request: enfold_request, _ out: UnsafeMutablePointer<enfold_store>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_request_store", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    return try handles.with(request, PendingRequest.self) { (request) throws(RuntimeError) in
      if request.store == 0 { throw request.undeclared }
      return try handles.with(request.store, HostStore.self) { (store) throws(RuntimeError) in
        out.pointee = store.root
        return ok
      }
    }
  }
}

@c @implementation
public func enfold_request_action(
  _ request: enfold_request, _ out: UnsafeMutablePointer<enfold_string>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_request_action", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    return try handles.with(request, PendingRequest.self) { (request) throws(RuntimeError) in
      var cause = try request.cause()
      out.pointee = cause.takeAction()
      return ok
    }
  }
}

@c @implementation
public func enfold_request_tag(
  _ request: enfold_request, _ out: UnsafeMutablePointer<enfold_string>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_request_tag", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    return try handles.with(request, PendingRequest.self) { (request) throws(RuntimeError) in
      var cause = try request.cause()
      out.pointee = cause.takeTag()
      return ok
    }
  }
}
