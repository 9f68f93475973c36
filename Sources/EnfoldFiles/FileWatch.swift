// FileWatch: the Swift side of enfold_watch.h. It calls a function when a file may have changed.
import CEnfoldSupport

/// Calls a function when a file may have changed, as long as this object lives. enfold_watch.h says when that is.
final class FileWatch: @unchecked Sendable {
  // Unchecked: the pointer never changes, and the watch behind it is made for use by many threads.
  private let watch: OpaquePointer

  private final class Target: Sendable {
    let changed: @Sendable () -> Void
    init(_ changed: @escaping @Sendable () -> Void) { self.changed = changed }
  }

  /// Nil if there is no memory.
  init?(_ path: String, _ changed: @escaping @Sendable () -> Void) {
    let target = Unmanaged.passRetained(Target(changed))
    let watch = enfold_watch_begin(
      path,
      { Unmanaged<Target>.fromOpaque($0).takeUnretainedValue().changed() },
      { Unmanaged<Target>.fromOpaque($0).release() },
      target.toOpaque())
    guard let watch else {
      target.release()
      return nil
    }
    self.watch = watch
  }

  deinit { enfold_watch_end(watch) }

  /// Has the function called soon, on the thread of the watches.
  func poke() { enfold_watch_poke(watch) }

  /// For the function, after it has read the file: whether the file may have changed meanwhile. Then the function is called
  /// again, as soon as nobody writes the file.
  var isOutdated: Bool { enfold_watch_is_outdated(watch) }

  /// The error, if the system has refused something.
  var problem: String? {
    var call: UnsafePointer<CChar>?
    let number = enfold_watch_problem(watch, &call)
    guard number != 0, let call else { return nil }
    return "\(String(cString: call)): \(TextFile.text(of: number))"
  }
}
