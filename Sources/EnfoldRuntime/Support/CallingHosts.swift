// CallingHosts: calling functions of hosts (insideCallback), and releasing the `user` of a callback (Release).
import CEnfold
import CEnfoldHost

/// Runs code that may call the host back.
///
/// The thread counts it, so that a call which would wait, such as `enfold_store_wait`, can be refused inside.
@inline(__always) func insideCallback<R>(_ body: () -> R) -> R {
  let thread = enfold_host_thread()
  thread.pointee.callbacks &+= 1
  defer { thread.pointee.callbacks &-= 1 }
  return body()
}

/// Whether this thread is inside a callback, a reducer or an encoding. If so, it must not wait.
@inline(__always) var isInsideCallback: Bool {
  let thread = enfold_host_thread()
  return thread.pointee.callbacks | thread.pointee.gates > 0
}

/// The release of a callback. A host passes a callback as three arguments: the function, `user`, and a release
/// function.
///
/// The release is called exactly once, when the callback will not be called any more.
struct Release {
  let function: enfold_release_fn?
  let user: UnsafeMutableRawPointer?

  func callAsFunction() {
    if let function { insideCallback { function(user) } }
  }
}
