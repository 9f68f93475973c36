// enfold.h, section "Runtime and event loop".
import CEnfold
import CEnfoldSupport
import EnfoldJSON

@c @implementation
public func enfold_runtime_open(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ out: UnsafeMutablePointer<enfold_runtime>?,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_open", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    let options = try RuntimeOptions(try optionsText(options, length))
    enfold_crash_line_redact_by(CrashLabel.write)
    _ = enfold_crash_line_is_on()  // installs its handlers, if the environment asks for them
    if options.crashLine != .none { enfold_crash_line_turn_on(options.crashLine == .values) }
    let runtime = try Runtime(options, host: hostTable)
    runtime.printTraceIfWanted()
    runtime.recordIfWanted()
    out.pointee = try handles.open(runtime)
    // An inspector knows the runtime by its handle.
    runtime.inspectIfWanted()
    return ok
  }
}

@c @implementation
public func enfold_runtime_close(
  _ runtime: enfold_runtime, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_close", error) { () throws(RuntimeError) -> enfold_status in
    try handles.close(runtime, Runtime.self) { $0.close() }
    return ok
  }
}

@c @implementation
public func enfold_runtime_flush(
  _ runtime: enfold_runtime, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_flush", error) { () throws(RuntimeError) -> enfold_status in
    try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in try runtime.flush() }
  }
}

@c @implementation
public func enfold_runtime_end(
  _ runtime: enfold_runtime, _ options: UnsafePointer<CChar>?, _ length: Int,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_end", error) { () throws(RuntimeError) -> enfold_status in
    let options = try EndOptions(try optionsText(options, length))
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in try runtime.end(options) }
  }
}

@c @implementation
public func enfold_runtime_fd(
  _ runtime: enfold_runtime, _ out: UnsafeMutablePointer<Int32>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_fd", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      guard let loop = runtime.loop else {
        throw RuntimeError(ENFOLD_UNSUPPORTED, "only a runtime opened with \"loop\":\"host\" has a descriptor")
      }
      out.pointee = loop.descriptor
      return ok
    }
  }
}

@c @implementation
public func enfold_runtime_pump(
  _ runtime: enfold_runtime, _ max_actions: UInt32, _ done: UnsafeMutablePointer<UInt32>?,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_pump", error) { () throws(RuntimeError) -> enfold_status in
    try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      let pumped = try runtime.pump(limit: max_actions)
      done?.pointee = pumped.done
      return enfold_status(pumped.hasMore ? ENFOLD_MORE : ENFOLD_OK)
    }
  }
}

@c @implementation
public func enfold_runtime_wait(
  _ runtime: enfold_runtime, _ timeout_ms: Int64, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_wait", error) { () throws(RuntimeError) -> enfold_status in
    try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      try runtime.waitUntilIdle(milliseconds: timeout_ms)
    }
  }
}

@c @implementation
public func enfold_clock_advance(
  _ runtime: enfold_runtime, _ nanoseconds: Int64, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_clock_advance", error) { () throws(RuntimeError) -> enfold_status in
    try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      try runtime.advance(nanoseconds: nanoseconds)
      return ok
    }
  }
}

@c @implementation
public func enfold_runtime_stats(
  _ runtime: enfold_runtime, _ out: UnsafeMutablePointer<enfold_string>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_stats", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      var writer = JSONWriter()
      runtime.writeStats(to: &writer)
      out.pointee = enfold_string(writer)
      return ok
    }
  }
}

@c @implementation
public func enfold_runtime_trace(
  _ runtime: enfold_runtime, _ options: UnsafePointer<CChar>?, _ length: Int,
  _ fn: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> Void)?,
  _ user: UnsafeMutableRawPointer?, _ release: enfold_release_fn?, _ reader: UnsafeMutablePointer<UInt64>?,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_trace", error) { () throws(RuntimeError) -> enfold_status in
    var triple = Release(function: release, user: user)
    // Calls the release if no reader has taken the callback over.
    defer { triple() }
    guard let fn else { throw .invalid("fn is NULL; a function that reads the trace is needed") }
    let options = try TraceOptions(try optionsText(options, length))
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      let made = TraceReader(HostTraceReader(function: fn, release: triple), limit: options.bytes)
      triple = Release(function: nil, user: nil)
      try runtime.addTraceReader(made) { reader?.pointee = $0 }
      return ok
    }
  }
}

@c @implementation
public func enfold_runtime_trace_end(
  _ runtime: enfold_runtime, _ reader: UInt64, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_trace_end", error) { () throws(RuntimeError) -> enfold_status in
    try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      try runtime.endTraceReader(reader)
      return ok
    }
  }
}

@c @implementation
public func enfold_runtime_record(
  _ runtime: enfold_runtime, _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ length: Int,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_record", error) { () throws(RuntimeError) -> enfold_status in
    let options = try RecordOptions(try optionsText(options, length))
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      if let path {
        guard let name = String(validatingCString: path) else { throw .invalid("path is not UTF-8") }
        try runtime.record(into: name, options)
      } else {
        try runtime.endRecording()
      }
      return ok
    }
  }
}

@c @implementation
public func enfold_runtime_mark(
  _ runtime: enfold_runtime, _ text: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_mark", error) { () throws(RuntimeError) -> enfold_status in
    let mark = try Mark(try EnfoldRuntime.text(text, length, "text"))
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      runtime.trace.tell(mark)
      return ok
    }
  }
}

@c @implementation
public func enfold_runtime_inspect(
  _ runtime: enfold_runtime, _ options: UnsafePointer<CChar>?, _ length: Int,
  _ path: UnsafeMutablePointer<enfold_string>?,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_inspect", error) { () throws(RuntimeError) -> enfold_status in
    let options = try InspectOptions(try optionsText(options, length))
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      var found = ""
      if options.off { try runtime.endInspection() } else { found = try runtime.inspect(options) }
      found.withUTF8 { path?.pointee = enfold_string(copying: UnsafeRawBufferPointer($0)) }
      return ok
    }
  }
}

@c @implementation
public func enfold_runtime_log(
  _ runtime: enfold_runtime, _ level: Int32,
  _ fn: (@convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int) -> Void)?,
  _ user: UnsafeMutableRawPointer?, _ release: enfold_release_fn?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_log", error) { () throws(RuntimeError) -> enfold_status in
    var triple = Release(function: release, user: user)
    // Calls the release if no receiver has taken the callback over.
    defer { triple() }
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      guard let fn else {
        runtime.replaceLogReceiver(by: 0)
        return ok
      }
      guard (ENFOLD_LOG_ERROR...ENFOLD_LOG_DEBUG).contains(level) else {
        throw .invalid("level is \(level); ENFOLD_LOG_ERROR (1) to ENFOLD_LOG_DEBUG (4) are needed")
      }
      let receiver = LogReceiver(runtime, level: level, fn, triple)
      triple = Release(function: nil, user: nil)
      try runtime.setLogReceiver(receiver)
      return ok
    }
  }
}
