// RuntimeSharedRegistry: the shared values of a runtime.
import CEnfold
import Enfold

/// Tells the runtime's receiver of diagnostics of errors of shared values.
final class RuntimeSharedRegistry: SharedRegistry, @unchecked Sendable {
  // Unchecked: `runtime` is written once, before others know this.
  weak var runtime: Runtime?

  override func report(_ key: String, _ problem: SharedError) {
    if let runtime { runtime.logShared(key, problem.description) } else { super.report(key, problem) }
  }
}

extension Runtime {
  /// Tells the receiver of diagnostics of an error of a shared value. If none wants warnings, it is written to the standard
  /// error stream, because a value that is not kept is lost when the process ends.
  func logShared(_ key: String, _ message: String) {
    let level = Int32(ENFOLD_LOG_WARNING)
    guard hears(level) else { return SharedRegistry.print(key, SharedError(message)) }
    log(level) { writer in
      writer.literal("{\"level\":\"warning\",\"message\":")
      writer.write(message)
      writer.write(Diagnostic.Topic.sharedValue)
      writer.literal(",\"key\":")
      writer.write(key)
      writer.literal(",\"time\":")
      writer.writeTime()
      writer.literal("}")
    }
  }
}
