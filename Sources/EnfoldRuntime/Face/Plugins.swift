// enfold.h, section "Plugins and features".
import CEnfold
import EnfoldJSON

@c @implementation
public func enfold_plugin_load(
  _ runtime: enfold_runtime, _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ length: Int,
  _ out: UnsafeMutablePointer<enfold_plugin>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_plugin_load", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    let path = try EnfoldRuntime.path(path, "path")
    var replacing = false
    try readOptions(try optionsText(options, length), known: "replace") { (key, reader) throws(JSONError) -> Bool in
      guard key == "replace" else { return false }
      replacing = try reader.readBool()
      return true
    }
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      if isInsideCallback { throw .reentrant }
      out.pointee = try runtime.load(path, replacing: replacing)
      return ok
    }
  }
}

@c @implementation
public func enfold_plugin_info(
  _ plugin: enfold_plugin, _ out: UnsafeMutablePointer<enfold_string>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_plugin_info", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    return try handles.with(plugin, Plugin.self) { (plugin) throws(RuntimeError) in
      var writer = JSONWriter()
      plugin.writeInfo(to: &writer)
      out.pointee = enfold_string(writer)
      return ok
    }
  }
}

@c @implementation
public func enfold_runtime_features(
  _ runtime: enfold_runtime, _ out: UnsafeMutablePointer<enfold_string>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_features", error) { () throws(RuntimeError) -> enfold_status in
    let out = try output(out, "out")
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      var writer = JSONWriter()
      runtime.writeFeatures(to: &writer)
      out.pointee = enfold_string(writer)
      return ok
    }
  }
}

@c @implementation
public func enfold_feature_register(
  _ runtime: enfold_runtime, _ feature: UnsafePointer<enfold_plugin_feature>?, _ user: UnsafeMutableRawPointer?,
  _ release: enfold_release_fn?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_feature_register", error) { () throws(RuntimeError) -> enfold_status in
    var release = Release(function: release, user: user)
    // Calls the release if no feature has taken it over.
    defer { release() }
    guard let feature else { throw .invalid("feature is NULL") }
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      try runtime.register(feature, &release)
      return ok
    }
  }
}
