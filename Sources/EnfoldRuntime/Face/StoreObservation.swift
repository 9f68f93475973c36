// enfold.h, section "Observation".
import CEnfold

@c @implementation
public func enfold_store_observe(
  _ store: enfold_store, _ pointer: UnsafePointer<CChar>?, _ length: Int, _ options: UnsafePointer<CChar>?,
  _ options_length: Int, _ fn: enfold_observer_fn?, _ user: UnsafeMutableRawPointer?, _ release: enfold_release_fn?,
  _ out: UnsafeMutablePointer<enfold_subscription>?, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_observe", error) { () throws(RuntimeError) -> enfold_status in
    var triple = Release(function: release, user: user)
    // Calls the release if no subscription has taken the callback over.
    defer { triple() }
    guard let fn else { throw .invalid("fn is NULL; an observer is needed") }
    let pointer = try optionalText(pointer, length, "pointer")
    let options = try ObserveOptions(try optionsText(options, options_length))
    return try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in
      let subscription = HostSubscription(scope, try scope.observer(at: pointer, options, fn, user), triple)
      triple = Release(function: nil, user: nil)
      try subscription.begin(out)
      return ok
    }
  }
}

@c @implementation
public func enfold_store_observe_actions(
  _ store: enfold_store, _ options: UnsafePointer<CChar>?, _ options_length: Int, _ fn: enfold_observer_fn?,
  _ user: UnsafeMutableRawPointer?, _ release: enfold_release_fn?, _ out: UnsafeMutablePointer<enfold_subscription>?,
  _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_store_observe_actions", error) { () throws(RuntimeError) -> enfold_status in
    var triple = Release(function: release, user: user)
    // Calls the release if no subscription has taken the callback over.
    defer { triple() }
    guard let fn else { throw .invalid("fn is NULL; an observer is needed") }
    let options = try ActionOptions(try optionsText(options, options_length))
    return try handles.with(store, HostScope.self) { (scope) throws(RuntimeError) in
      let subscription = HostSubscription(scope, try scope.observer(options, fn, user), triple)
      triple = Release(function: nil, user: nil)
      try subscription.begin(out)
      return ok
    }
  }
}

@c @implementation
public func enfold_subscription_cancel(
  _ subscription: enfold_subscription, _ error: UnsafeMutablePointer<enfold_error>?
) -> enfold_status {
  export("enfold_subscription_cancel", error) { () throws(RuntimeError) -> enfold_status in
    if HandleBits.kind(subscription) == HandleKind.sharedSubscription.rawValue {
      try handles.close(subscription, SharedSubscription.self) { $0.cancel() }
      return ok
    }
    try handles.close(subscription, HostSubscription.self) { $0.cancel() }
    return ok
  }
}
