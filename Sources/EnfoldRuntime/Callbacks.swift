// Callbacks of hosts: how they are called and released.
import CEnfold
import CEnfoldSupport

/// Runs code that may call back: counts it, so that calls which would wait for it can be refused.
@inline(__always)
func insideCallback<R>(_ body: () -> R) -> R {
  enfold_callback_enter()
  defer { enfold_callback_leave() }
  return body()
}

/// Whether this thread is inside a callback.
@inline(__always)
var isInsideCallback: Bool { enfold_callback_depth() > 0 }

/// The last part of a callback triple: called exactly once, by whoever ends the callback.
struct Release {
  let function: enfold_release_fn?
  let user: UnsafeMutableRawPointer?

  func callAsFunction() {
    if let function { insideCallback { function(user) } }
  }
}
