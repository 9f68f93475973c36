// BlockedThreads: how many threads of the pool wait for others of it.
#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Counts those who block a thread until effects have ended. If all threads did, no effect could.
enum BlockedThreads {
  private static let free = Locked(sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1)

  /// False if only one thread is left.
  static func enter() -> Bool {
    free.withLock { free in
      if free <= 0 { return false }
      free -= 1
      return true
    }
  }

  static func leave() { free.withLock { $0 += 1 } }
}
