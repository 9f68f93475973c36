// Callbacks of hosts: how they are called and released.
import CEnfold
import CEnfoldSupport

/// Runs code that may call back: counts it, so that calls which would wait for it can be refused.
@inline(__always)
func insideCallback<R>(_ body: () -> R) -> R {
  let thread = enfold_this_thread()
  thread.pointee.callbacks &+= 1
  defer { thread.pointee.callbacks &-= 1 }
  return body()
}

/// Whether this thread is inside a callback, or inside a reducer or an encoding: it must not wait.
@inline(__always)
var isInsideCallback: Bool {
  let thread = enfold_this_thread()
  return thread.pointee.callbacks | thread.pointee.gates > 0
}

/// The last part of a callback triple: called exactly once, by whoever ends the callback.
struct Release {
  let function: enfold_release_fn?
  let user: UnsafeMutableRawPointer?

  func callAsFunction() {
    if let function { insideCallback { function(user) } }
  }
}
