// PendingPatches: the patches of a store's commits until their entries come.

/// A patch comes before the entry of its commit. Entries may be told later, by another thread: so several patches may wait.
struct PendingPatches {
  private var waiting: [(revision: UInt64, text: [UInt8])] = []

  mutating func add(_ patch: UnsafeRawBufferPointer, _ revision: UInt64) { waiting.append((revision, Array(patch))) }

  /// The patch of a commit; nil if there is none. Those of the commits before it are given up.
  mutating func take(_ revision: UInt64) -> [UInt8]? {
    let behind = waiting.firstIndex { $0.revision >= revision } ?? waiting.endIndex
    let patch = behind < waiting.endIndex && waiting[behind].revision == revision ? waiting[behind].text : nil
    waiting.removeSubrange(..<(patch == nil ? behind : behind + 1))
    return patch
  }
}
