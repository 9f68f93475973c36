// Borrowed: a state handed to a function without being copied.

/// Calls a function with the state at a pointer. Nobody may change the state meanwhile.
///
/// An ordinary read would copy the state and retain everything that it refers to, because the compiler cannot know that
/// nobody changes it. This function copies the bytes alone. It retains nothing, and releases nothing afterwards.
@inlinable
func borrowed<State, R>(_ state: UnsafePointer<State>, _ body: (State) -> R) -> R {
  withUnsafeTemporaryAllocation(of: State.self, capacity: 1) { buffer in
    let lent = buffer.baseAddress.unsafelyUnwrapped
    UnsafeMutableRawPointer(lent).copyMemory(from: state, byteCount: MemoryLayout<State>.size)
    let value = lent.move()
    let result = body(value)
    // The value goes back into the buffer. The buffer is not deinitialised, so nothing is released.
    lent.initialize(to: value)
    return result
  }
}
