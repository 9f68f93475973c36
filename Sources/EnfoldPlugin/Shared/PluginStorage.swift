// PluginStorage: a shared value of the host, which a storage of the plugin keeps.
import Enfold

/// As long as this plugin uses the value: each assignment is saved, and each text that is loaded is assigned at the
/// host.
///
/// It has the value open itself: the host has made it the keeper of the value.
final class PluginStorage: @unchecked Sendable {
  // Unchecked: `last` is touched under `lock` only, and `observation` is written once, before others know this.
  let stored: StoredValue
  private let cell: HostCell
  private let lock = Lock()
  /// The text that was noted last.
  private var last: [UInt8]
  private var observation: SharedObservation?

  init(
    _ cell: HostCell, _ storage: any SharedStorage, default text: [UInt8], check: @escaping LocalCell.Check,
    report: @escaping @Sendable (SharedError) -> Void
  ) {
    self.cell = cell
    last = cell.text
    stored = StoredValue(
      cell, in: storage, default: text, normalise: { $0.withUnsafeBytes { check($0, false) } }, report: report)
    cell.willAdopt = { [weak self] text in self?.lock.withLock { self?.last = text } }
    observation = cell.observe { [weak self] in self?.note() }
  }

  /// Loads the value; or saves the one that was there already.
  func begin() {
    stored.begin(isNew: cell.opening == .new)
    stored.reportProblems()
  }

  /// Something was assigned at the host.
  private func note() {
    // The text is read under the lock, so that the newest one is noted last. Reading it waits for nobody.
    let hasChanged = lock.withLock { () -> Bool in
      let text = cell.text
      defer { last = text }
      return text != last
    }
    guard hasChanged else { return }
    stored.noteAssignment(hasChanged: true)
    stored.save()
  }

  func noteRemoval() {
    stored.noteAssignment(hasChanged: true, isRemoval: true)
    stored.save()
  }
}
