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
    try handles.close(task, ActionTask.self) { (task) throws(RuntimeError) in task.handleClosed() }
    return ok
  }
}
