// DependencyResolution: which thread makes which dependency right now.
import CEnfoldSupport

/// One dependency of one container.
struct DependencyResolution: Hashable {
  let container: ObjectIdentifier
  let key: ObjectIdentifier
}

/// Lets one thread make a dependency while others that want it wait. Besides the gate of a store, this is the only
/// place where threads wait while user code runs. It must be so: a second value must not be made, and there is nothing
/// to return before the first one is there.
///
/// Two dependencies that need each other would wait for ever, even if two threads make one each. So this knows which
/// thread waits for which. A circle ends the program with a message that names the dependencies in it.
final class DependencyResolutions: @unchecked Sendable {
  // Unchecked: everything that changes is touched under `lock` only.
  static let shared = DependencyResolutions()

  private let lock = Lock()
  private let ended = UnsafeMutablePointer<enfold_condition>.allocate(capacity: 1)
  /// The dependencies that each thread makes. Each one is made because the one before it needs it.
  private var running: [UInt: [(resolution: DependencyResolution, name: String)]] = [:]
  /// The dependency that each thread waits for.
  private var awaited: [UInt: DependencyResolution] = [:]

  private init() { enfold_condition_init(ended) }

  /// Waits until no other thread makes this dependency. Then this thread does.
  func begin(_ resolution: DependencyResolution, named name: String) {
    let thread = UInt(enfold_thread_id())
    let circle: [String]? = lock.withLock {
      while let maker = maker(of: resolution) {
        if let names = self.circle(from: resolution, madeBy: maker, to: thread) { return names }
        awaited[thread] = resolution
        lock.wait(for: ended)
        awaited[thread] = nil
      }
      running[thread, default: []].append((resolution, name))
      return nil
    }
    if let circle { fatalError("dependencies need each other to be made: \(circle.joined(separator: " → "))") }
  }

  func end(_ resolution: DependencyResolution) {
    let thread = UInt(enfold_thread_id())
    lock.withLock {
      running[thread]?.removeLast()
      if running[thread]?.isEmpty == true { running[thread] = nil }
      enfold_condition_broadcast(ended)
    }
  }

  // The thread that makes a dependency. With the lock held.
  private func maker(of resolution: DependencyResolution) -> UInt? {
    running.first { $0.value.contains { $0.resolution == resolution } }?.key
  }

  /// The names on the circle from a dependency to one that this thread makes, and back to the first; nil if there is no
  /// such circle. With the lock held.
  private func circle(
    from resolution: DependencyResolution, madeBy maker: UInt, to thread: UInt
  ) -> [String]? {
    var (names, resolution, maker) = ([String](), resolution, maker)
    while let stack = running[maker], let start = stack.firstIndex(where: { $0.resolution == resolution }) {
      names += stack[start...].map(\.name)
      if maker == thread { return names + names.prefix(1) }
      guard let next = awaited[maker], let nextMaker = self.maker(of: next) else { return nil }
      (resolution, maker) = (next, nextMaker)
    }
    return nil
  }
}
