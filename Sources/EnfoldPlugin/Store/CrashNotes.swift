// CrashNotes: tells the host which action a thread reduces, if the host wants to know that when the process crashes.
import CEnfold
import Enfold

/// The host's extension "enfold.crash", for one store.
@usableFromInline struct CrashNotes: @unchecked Sendable {
  // Unchecked: see PluginStoreOptions.
  private let table: enfold_crash
  private let context: UnsafeMutableRawPointer?

  /// Nil if the host does not want to know.
  init?(_ host: PluginHost) {
    guard let table = host.offered(ENFOLD_CRASH_EXTENSION, as: enfold_crash.self) else { return nil }
    self.table = table
    context = host.context
  }

  /// A function that calls `function`, with a note around each call.
  @usableFromInline func noting<State, Action>(
    _ reduce: @escaping (inout State, Action) -> Effect<Action>
  ) -> (inout State, Action) -> Effect<Action> {
    { state, action in
      var name = Diagnostic.name(of: action)
      name.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { table.begin?(context, $0.baseAddress, $0.count) }
      }
      defer { table.end?(context) }
      return reduce(&state, action)
    }
  }
}
