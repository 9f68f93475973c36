// HostScope: makes observers. Their pointers get the scope's prefix.
import CEnfold

extension HostScope {
  /// An observer of the value at a pointer.
  func observer(
    at pointer: UnsafeRawBufferPointer?, _ options: ObserveOptions, _ function: @escaping enfold_observer_fn,
    _ user: UnsafeMutableRawPointer?
  ) throws(RuntimeError) -> HostObserver {
    HostObserver(
      store.deliveries, handle, at: try joined(pointer), prefixLength: prefix.count, options.terms,
      interest: options.interest, told: options.told, function, user)
  }

  /// An observer of actions, with the value at a pointer or without one.
  func observer(
    _ options: ActionOptions, _ function: @escaping enfold_observer_fn, _ user: UnsafeMutableRawPointer?
  ) throws(RuntimeError) -> HostObserver {
    let pointer: UnsafeMutableBufferPointer<CChar>
    var prefixLength = 0
    if var state = options.state {
      // The standard library's closure cannot throw a typed error, so it returns a Result.
      pointer = try state.withUTF8 { text in
        Result { () throws(RuntimeError) in try joined(UnsafeRawBufferPointer(text)) }
      }.mapError { $0.withoutOffset }.get()
      prefixLength = prefix.count
    } else {
      pointer = .allocate(capacity: 1)
      pointer[0] = 0
    }
    return HostObserver(
      store.deliveries, handle, at: pointer, prefixLength: prefixLength, options.terms, interest: options.interest,
      function, user)
  }
}
