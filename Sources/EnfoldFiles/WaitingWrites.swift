// WaitingWrites: the files whose newest texts are not on disk yet, so that the end of the process does not lose them.
import CEnfoldSupport
import Enfold

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// All files of this image that have something to write. They live here until it is written, and are written when the
/// process ends by `exit` or by returning from `main`.
enum WaitingWrites {
  private static let files = Files()

  /// A file may be added again.
  static func add(_ file: KeptFile) { files.add(file) }
  static func remove(_ file: KeptFile) { files.remove(file) }

  /// Writes everything that waits, and returns when that is done.
  static func flush() { files.flush() }

  private final class Files: @unchecked Sendable {
    // Unchecked: `files` is touched under `lock` only. This lives as long as the process.
    private let lock = Lock()
    private var files: [ObjectIdentifier: KeptFile] = [:]
    private let forks = enfold_fork_count()

    init() { atexit { WaitingWrites.flush() } }

    func add(_ file: KeptFile) { lock.withLock { files[ObjectIdentifier(file)] = file } }

    // The caller has a reference of its own, so the reference that is dropped here is not the last one.
    func remove(_ file: KeptFile) { _ = lock.withLock { files.removeValue(forKey: ObjectIdentifier(file)) } }

    func flush() {
      // In the child of a fork, the texts that wait are the parent's.
      if enfold_fork_count() != forks { return }
      for file in lock.withLock({ Array(files.values) }) { file.flush() }
    }
  }
}
