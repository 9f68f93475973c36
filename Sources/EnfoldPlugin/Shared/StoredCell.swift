// StoredCell: a shared value of the host, which a storage of the plugin keeps.
import Enfold

/// The plugin that has opened the value first loads it from its storage, and saves what anybody assigns.
///
/// It is a local cell without users beside the host's: what is assigned to one is assigned to the other.
final class StoredCell: SharedCell, @unchecked Sendable {
  // Unchecked: `observations` is written once, before others know the cell.
  private let host: HostCell
  private let stored: LocalCell
  private var observations: [SharedObservation] = []

  init(_ host: HostCell, _ storage: any SharedStorage) {
    self.host = host
    var text: [UInt8] = []
    host.read { bytes, _ in text = Array(bytes) }
    stored = LocalCell(key: host.key, storage: storage, default: text)
    super.init(key: host.key)
    observations = [
      host.observe { [weak self] in
        self?.pass(from: self?.host, to: self?.stored)
        self?.notify()
      },
      stored.observe { [weak self] in self?.pass(from: self?.stored, to: self?.host) },
    ]
    stored.waitUntilBegun()
  }

  private func pass(from source: SharedCell?, to target: SharedCell?) {
    guard let source, let target else { return }
    // Without the gates that this thread holds: the other cell may be locked.
    Gates.after {
      var (new, old) = ([UInt8](), [UInt8]())
      source.read { bytes, _ in new = Array(bytes) }
      target.read { bytes, _ in old = Array(bytes) }
      if new != old { _ = target.assign(new) }
    }
  }

  override var version: UInt64 { host.version }
  override func read(_ body: (UnsafeRawBufferPointer, UInt64) -> Void) { host.read(body) }
  override func assign(_ text: [UInt8]) -> SharedAssignment { host.assign(text) }
  override func lock() { host.lock() }
  override func unlock(_ text: [UInt8]?) -> SharedAssignment { host.unlock(text) }
  override func remove() { stored.remove() }
  override var condition: SharedCondition { stored.condition }
  override func save(_ done: @escaping @Sendable (SharedError?) -> Void) { stored.save(done) }
  override func load(_ done: @escaping @Sendable (SharedError?) -> Void) { stored.load(done) }
}
