// RuntimeSharedRegistry: the shared values of a runtime.
import CEnfold
import Enfold

/// Tells the runtime's receiver of diagnostics of errors of shared values.
final class RuntimeSharedRegistry: SharedRegistry, @unchecked Sendable {
  // Unchecked: `runtime` is written once, before others know this.
  weak var runtime: Runtime?

  override func report(_ key: String, _ problem: SharedError) { runtime?.logShared(key, problem.description) }
}

extension Runtime {
  /// Tells the receiver of diagnostics of an error of a shared value.
  func logShared(_ key: String, _ message: String) {
    log(Int32(ENFOLD_LOG_WARNING)) { writer in
      writer.literal("{\"level\":\"warning\",\"message\":")
      writer.write(message)
      writer.write(Diagnostic.Topic.sharedValue)
      writer.literal(",\"key\":")
      writer.write(key)
      writer.literal(",\"time\":")
      writer.write(Double(DateGenerator.system().nanosecondsSince1970 / 1000) / 1e6)
      writer.literal("}")
    }
  }
}
