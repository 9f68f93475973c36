// enfold.h, section "Callbacks".
import CEnfold

@c @implementation
public func enfold_store_callback(
  _ store: enfold_store, _ prototype: UnsafePointer<CChar>?, _ action: UnsafePointer<CChar>?, _ action_length: Int,
  _ options: UnsafePointer<CChar>?, _ options_length: Int, _ fn: UnsafeMutablePointer<(@convention(c) () -> Void)?>?,
  _ out: UnsafeMutablePointer<enfold_callback>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_callback", error) { () throws(RuntimeError) -> enfold_status in
    let fn = try output(fn, "fn")
    let prototype = try text(prototype, -1, "prototype")
    let action = try text(action, action_length, "action")
    let options = try optionsText(options, options_length)
    return try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in
      let (handle, function) = try HostCallback.make(scope, prototype, action: action, options: options)
      fn.pointee = function
      out?.pointee = handle
      return ok
    }
  }
}

@c @implementation
public func enfold_callback_close(
  _ callback: enfold_callback, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_callback_close", error) { () throws(RuntimeError) -> enfold_status in
    try handles.close(callback, HostCallback.self) { $0.close() }
    return ok
  }
}
