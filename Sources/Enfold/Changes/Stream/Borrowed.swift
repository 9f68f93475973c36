// Borrowed: a state handed to a function without being copied.

/// Calls a function with the state at a pointer, which nobody changes meanwhile.
///
/// Reading it there would copy it, which retains whatever it refers to, because the compiler cannot know that nobody
/// changes it. Instead its bytes are lent: they are copied as they are, and never released.
@inlinable
func borrowed<State, R>(_ state: UnsafePointer<State>, _ body: (State) -> R) -> R {
  withUnsafeTemporaryAllocation(of: State.self, capacity: 1) { buffer in
    let lent = buffer.baseAddress.unsafelyUnwrapped
    UnsafeMutableRawPointer(lent).copyMemory(from: state, byteCount: MemoryLayout<State>.size)
    let value = lent.move()
    let result = body(value)
    // The value goes back into the buffer, which is given up without being deinitialised.
    lent.initialize(to: value)
    return result
  }
}
