// PluginSharedRegistry: the shared values of a runtime, as a plugin finds them.
import CEnfold
import Enfold

/// Asks the host for the shared values of one runtime.
final class PluginSharedRegistry: SharedRegistry, @unchecked Sendable {
  // Unchecked: nothing changes after init.
  private let table: enfold_shared
  private let runtime: UInt64

  /// Nil if the host has no shared values: it is older than this plugin.
  init?(_ host: PluginHost, runtime: UInt64) {
    guard
      let extensions = enfold_host(copying: host.table).map({ Extensions($0.get_extension) }),
      let pointer = extensions.table(named: ENFOLD_SHARED_EXTENSION, version: 1),
      let table = enfold_shared(copying: pointer.assumingMemoryBound(to: enfold_shared.self))
    else { return nil }
    self.table = table
    self.runtime = runtime
    super.init(directory: .none)
  }

  override func cell(
    _ key: String, _ storage: StorageType, default text: [UInt8], check: @escaping LocalCell.Check
  ) -> (cell: SharedCell, check: AnyObject?) {
    do throws(PluginError) {
      let cell = try HostCell(key, storage, default: text, check: check, table, runtime: runtime)
      // The host knows no storages of plugins.
      if let custom = storage.custom, cell.isNew { return (StoredCell(cell, custom), nil) }
      return (cell, nil)
    } catch {
      // The runtime has been closed, and nobody can observe its values any more.
      return super.cell(key, .memory, default: text, check: check)
    }
  }
}
