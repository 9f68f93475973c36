// PluginSharedRegistry: the shared values of a runtime, as a plugin finds them.
import CEnfold
import CEnfoldSupport
import Enfold

/// Asks the host for the shared values of one runtime.
final class PluginSharedRegistry: SharedRegistry, @unchecked Sendable {
  // Unchecked: `storages` is touched under `lock` only, and nothing else changes after init.
  private let table: enfold_shared
  private let runtime: UInt64
  private let lock = Lock()
  /// The values that are kept in storages of this plugin, by their keys.
  private var storages: [ExactText: WeakStorage] = [:]

  private struct WeakStorage { weak var storage: PluginStorage? }

  /// Nil if the host has no shared values: it is older than this plugin.
  init?(_ host: PluginHost, runtime: UInt64, _ environment: DependencyEnvironment) {
    guard let table = host.offered(ENFOLD_SHARED_EXTENSION, as: enfold_shared.self) else { return nil }
    self.table = table
    self.runtime = runtime
    super.init(directory: environment == .live ? .standard : .none)
  }

  override func cell(
    _ key: String, _ storage: StorageType, default text: [UInt8], reportingTo report: DependencyValues.Report?,
    check: @escaping LocalCell.Check
  ) -> (cell: SharedCell, check: AnyObject?) {
    do throws(PluginError) {
      var kept: PluginStorage?
      if let custom = storage.custom { kept = try keep(key, storage, custom, default: text, check) }
      let cell = try HostCell(key, storage, default: text, check: check, table, runtime: runtime)
      cell.storage = kept
      return (cell, nil)
    } catch {
      // If the runtime has been closed, nobody can observe its values any more.
      if error.status != Status.stale {
        self.report(key, SharedError("the shared value \"\(key)\" is not shared: \(error.message)"))
      }
      return super.cell(key, .memory, default: text, reportingTo: report, check: check)
    }
  }

  override func existingStorage(for type: StorageType, of key: String) throws(SharedError) -> (any SharedStorage)? {
    if let custom = type.custom { return custom }
    throw SharedError(
      "the shared value \"\(key)\" is kept by the host, which a plugin cannot ask whether there is one: give its key a default"
    )
  }

  /// The log of the runtime has the key.
  override func refuse(_ key: String, _ problem: SharedError, reportingTo report: DependencyValues.Report?) {
    self.report(key, problem)
  }

  override func report(_ key: String, _ problem: SharedError) {
    var (key, message) = (key, problem.description)
    key.withUTF8 { key in
      message.withUTF8 { message in
        key.withMemoryRebound(to: CChar.self) { key in
          message.withMemoryRebound(to: CChar.self) { message in
            table.report?(runtime, key.baseAddress, key.count, message.baseAddress, message.count)
          }
        }
      }
    }
  }

  /// Keeps a value in a storage of this plugin; nil if somebody else keeps it.
  private func keep(
    _ key: String, _ type: StorageType, _ storage: any SharedStorage, default text: [UInt8],
    _ check: @escaping LocalCell.Check
  ) throws(PluginError) -> PluginStorage? {
    // These objects are kept until the lock has been given back, because freeing them may run any code.
    var (own, seen): (HostCell?, [PluginStorage?]) = (nil, [])
    // The host is asked under the lock, so that only one of two threads asks to keep the value. It reports problems
    // with the value only when this thread is in no gate, because those who receive the reports may open stores of this
    // plugin.
    let found = insideGate {
      lock.withLock { () -> Result<(PluginStorage, isNew: Bool)?, PluginError> in
        if let known = storages[ExactText(key)]?.storage { return .success((known, false)) }
        return Result { () throws(PluginError) in
          let cell = try HostCell(key, type, default: text, check: check, table, runtime: runtime)
          own = cell
          if cell.opening == .known { return nil }
          let made = PluginStorage(cell, storage, default: text, check: check) { [weak self] in self?.report(key, $0) }
          seen = storages.values.map(\.storage)
          storages = storages.filter { $0.value.storage != nil }
          storages[ExactText(key)] = WeakStorage(storage: made)
          return (made, true)
        }
      }
    }
    withExtendedLifetime((own, seen)) {}
    guard let (kept, isNew) = try found.get() else {
      refuseOnce(
        key,
        "the shared value \"\(key)\" is kept by the storage of another plugin, or of another build of this one, and not by the "
          + "one that is declared here: only the first storage is used", nil)
      return nil
    }
    if isNew { kept.begin() }
    return kept
  }
}

/// Functions that `Gates.after` is given while `body` runs wait until `body` has returned and this thread holds no
/// gate.
private func insideGate<R>(_ body: () -> R) -> R {
  let thread = enfold_this_thread()
  enfold_thread_enter_gate(thread)
  defer { if enfold_thread_leave_gate(thread) { enfold_thread_settle(thread) } }
  return body()
}
