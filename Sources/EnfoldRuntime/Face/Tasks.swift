// enfold.h, section "Tasks".
import CEnfold

@c @implementation
public func enfold_task_wait(
  _ task: enfold_task, _ timeout_ms: Int64, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_task_wait", error) { () throws(RuntimeError) -> enfold_status in
    try handles.with(task, ActionTask.self) { (task) throws(RuntimeError) in try task.wait(milliseconds: timeout_ms) }
  }
}

@c @implementation
public func enfold_task_status(_ task: enfold_task, _ error: UnsafeMutablePointer<enfold_error>?) -> enfold_status {
  export("enfold_task_status", error) { () throws(RuntimeError) -> enfold_status in
    try handles.with(task, ActionTask.self) { (task) throws(RuntimeError) in
      try task.result() ?? enfold_status(ENFOLD_TIMEOUT)
    }
  }
}

@c @implementation
public func enfold_task_on_end(
  _ task: enfold_task,
  _ fn: (@convention(c) (UnsafeMutableRawPointer?, enfold_status, UnsafePointer<CChar>?, Int) -> Void)?,
  _ user: UnsafeMutableRawPointer?, _ release: enfold_release_fn?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_task_on_end", error) { () throws(RuntimeError) -> enfold_status in
    var triple = Release(function: release, user: user)
    // Calls the release if no task has taken the callback over.
    defer { triple() }
    guard let fn else { throw .invalid("fn is NULL; a function that is called at the end is needed") }
    return try handles.with(task, ActionTask.self) { (task) throws(RuntimeError) in
      let callback = EndCallback(task, fn, triple)
      triple = Release(function: nil, user: nil)
      try task.store.add(callback)
      return ok
    }
  }
}

@c @implementation
public func enfold_task_cancel(
  _ task: enfold_task, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_task_cancel", error) { () throws(RuntimeError) -> enfold_status in
    try handles.with(task, ActionTask.self) { (task) throws(RuntimeError) in task.cancel() }
    return ok
  }
}

@c @implementation
public func enfold_task_release(
  _ task: enfold_task, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_task_release", error) { () throws(RuntimeError) -> enfold_status in
    try handles.close(task, ActionTask.self) { (task) throws(RuntimeError) in task.store.forget(task) }
    return ok
  }
}
