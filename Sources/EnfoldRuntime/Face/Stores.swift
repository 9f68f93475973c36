// enfold.h, section "Stores".
import CEnfold

@c @implementation
public func enfold_store_open(
  _ runtime: enfold_runtime, _ feature: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ length: Int,
  _ out: UnsafeMutablePointer<enfold_store>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_open", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    let feature = try name(feature, "feature")
    let options = try optionsText(options, length)
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      out.pointee = try HostStore.open(runtime, feature, options)
      return ok
    }
  }
}

@c @implementation
public func enfold_store_close(
  _ store: enfold_store, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_close", error) { () throws(RuntimeError) -> enfold_status in
    try handles.close(store, HostScope.self) { $0.close() }
    return ok
  }
}

@c @implementation
public func enfold_store_send(
  _ store: enfold_store, _ action: UnsafePointer<CChar>?, _ length: Int, _ task: UnsafeMutablePointer<enfold_task>?,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_send", error) { () throws(RuntimeError) -> enfold_status in
    let action = try text(action, length, "action")
    return try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in try scope.send(action, task) }
  }
}

@c @implementation
public func enfold_store_send_with(
  _ store: enfold_store, _ action: UnsafePointer<CChar>?, _ length: Int, _ options: UnsafePointer<CChar>?,
  _ options_length: Int, _ task: UnsafeMutablePointer<enfold_task>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_send_with", error) { () throws(RuntimeError) -> enfold_status in
    let action = try text(action, length, "action")
    let options = try optionsText(options, options_length)
    return try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in
      try scope.send(action, withText: options, task)
    }
  }
}

@c @implementation
public func enfold_store_send_batch(
  _ store: enfold_store, _ actions: UnsafePointer<CChar>?, _ length: Int, _ accepted: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_send_batch", error) { () throws(RuntimeError) -> enfold_status in
    let actions = try text(actions, length, "actions")
    return try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in
      var count = 0
      let status = try scope.sendBatch(actions, &count)
      accepted?.pointee = count
      return status
    }
  }
}

@c @implementation
public func enfold_store_state(
  _ store: enfold_store, _ pointer: UnsafePointer<CChar>?, _ length: Int, _ out: UnsafeMutablePointer<enfold_string>?,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_state", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    let pointer = try optionalText(pointer, length, "pointer")
    return try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in
      out.pointee = try scope.state(at: pointer)
      return ok
    }
  }
}

@c @implementation
public func enfold_store_revision(
  _ store: enfold_store, _ out: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_revision", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    return try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in
      out.pointee = scope.store.revision
      return ok
    }
  }
}

@c @implementation
public func enfold_store_set(
  _ store: enfold_store, _ pointer: UnsafePointer<CChar>?, _ length: Int, _ value: UnsafePointer<CChar>?,
  _ value_length: Int, _ options: UnsafePointer<CChar>?, _ options_length: Int,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_set", error) { () throws(RuntimeError) -> enfold_status in
    let pointer = try optionalText(pointer, length, "pointer")
    let value = try text(value, value_length, "value")
    let options = try optionsText(options, options_length)
    return try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in
      let redactor = scope.store.redactor
      return try redactor.guarding(options, as: .value(redactor.graph.places(of: .setOptions))) {
        () throws(RuntimeError) in
        let options = try SetOptions(options, limits: scope.store.runtime.options.limits)
        return try scope.set(at: pointer, value, options)
      }
    }
  }
}

@c @implementation
public func enfold_store_restore(
  _ store: enfold_store, _ state: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_restore", error) { () throws(RuntimeError) -> enfold_status in
    let state = try text(state, length, "state")
    return try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in try scope.restore(state) }
  }
}

@c @implementation
public func enfold_store_scope(
  _ store: enfold_store, _ pointer: UnsafePointer<CChar>?, _ length: Int, _ action: UnsafePointer<CChar>?,
  _ action_length: Int, _ out: UnsafeMutablePointer<enfold_store>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_scope", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    let pointer = try optionalText(pointer, length, "pointer")
    let action = try optionalText(action, action_length, "action")
    return try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in
      out.pointee = try scope.open(at: pointer, action: action)
      return ok
    }
  }
}

@c @implementation
public func enfold_store_wait(
  _ store: enfold_store, _ timeout_ms: Int64, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_wait", error) { () throws(RuntimeError) -> enfold_status in
    try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in
      try scope.store.wait(milliseconds: timeout_ms, through: scope)
    }
  }
}

@c @implementation
public func enfold_store_flush(
  _ store: enfold_store, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_flush", error) { () throws(RuntimeError) -> enfold_status in
    try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in try scope.store.flush() }
  }
}

@c @implementation
public func enfold_store_hold(
  _ store: enfold_store, _ on: UInt32, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_hold", error) { () throws(RuntimeError) -> enfold_status in
    try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in try scope.store.hold(on != 0) }
  }
}

@c @implementation
public func enfold_store_step(
  _ store: enfold_store, _ done: UnsafeMutablePointer<UInt32>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_step", error) { () throws(RuntimeError) -> enfold_status in
    try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in
      var taken: UInt32 = 0
      let status = try scope.store.step(&taken)
      done?.pointee = taken
      return status
    }
  }
}

@c @implementation
public func enfold_store_break(
  _ store: enfold_store, _ options: UnsafePointer<CChar>?, _ length: Int, _ out: UnsafeMutablePointer<UInt64>?,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_break", error) { () throws(RuntimeError) -> enfold_status in
    let options = try BreakOptions(try optionsText(options, length))
    return try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in
      let number = try scope.breakpoint(options)
      out?.pointee = number
      return ok
    }
  }
}

@c @implementation
public func enfold_store_end(
  _ store: enfold_store, _ options: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_end", error) { () throws(RuntimeError) -> enfold_status in
    let options = try EndOptions(try optionsText(options, length))
    return try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in
      guard scope.part == nil else {
        throw RuntimeError(
          ENFOLD_UNSUPPORTED, "a scope is a part of its store: end the store, or close the scope by enfold_store_close")
      }
      return try scope.store.end(options, through: scope)
    }
  }
}
