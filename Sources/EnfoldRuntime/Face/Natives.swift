// enfold.h, section "Natives".
import CEnfold

@c @implementation
public func enfold_runtime_bind(
  _ runtime: enfold_runtime, _ prototype: UnsafePointer<CChar>?, _ fn: (@convention(c) () -> Void)?,
  _ options: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_runtime_bind", error) { () throws(RuntimeError) -> enfold_status in
    let prototype = try Prototype(try text(prototype, -1, "prototype"))
    let options = try NativeOptions(try optionsText(options, length), for: prototype, fn)
    guard let fn else { throw .invalid("fn is NULL; the function that is called is needed") }
    return try handles.with(runtime, Runtime.self) { (runtime) throws(RuntimeError) in
      try Native.bind(prototype, fn, options, in: runtime)
      return ok
    }
  }
}
