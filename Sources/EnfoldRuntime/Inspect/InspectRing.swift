// InspectRing: the last lines of a recording, for an inspector that comes later, or is slow.
import CEnfoldSupport
import Enfold
import EnfoldJSON

/// Where the recorder's thread puts lines, and the inspector's thread takes them. If it is full, the oldest lines are dropped; the
/// states of the stores at its beginning are known all the same, because the patches of dropped lines are applied.
final class InspectRing: SessionSink, @unchecked Sendable {
  // Unchecked: what changes is touched under `lock` only.
  private let lock = Lock()
  private let limit: Int
  private var lines: [[UInt8]] = []
  /// Where the first line is; what is before it was dropped, and is removed now and then.
  private var start = 0
  private var bytes = 0
  /// How many lines have come, and how many of them were dropped.
  private var count: UInt64 = 0
  private var dropped: UInt64 = 0
  /// The first line, which is never dropped.
  private var header: [UInt8] = []
  /// The stores whose first lines were dropped, by their numbers.
  private var stores: [UInt64: DroppedStore] = [:]
  /// Called when lines have come.
  private let wake: @Sendable () -> Void

  init(limit: Int, wake: @escaping @Sendable () -> Void) {
    (self.limit, self.wake) = (max(limit, 1), wake)
  }

  func append(_ text: UnsafeRawBufferPointer) -> Int32 {
    lock.withLock {
      for line in text.split(separator: UInt8(ascii: "\n")) {
        if header.isEmpty {
          header = Array(line) + [UInt8(ascii: "\n")]
          continue
        }
        lines.append(Array(line) + [UInt8(ascii: "\n")])
        bytes += line.count + 1
        count += 1
      }
      while bytes > limit, lines.count - start > 1 { drop() }
      if start > 1024, start > lines.count / 2 {
        lines.removeFirst(start)
        start = 0
      }
    }
    wake()
    return 0
  }

  /// With the lock held.
  private func drop() {
    let line = exchange(&lines[start], with: [])
    (start, dropped, bytes) = (start + 1, dropped + 1, bytes - line.count)
    line.withUnsafeBytes { text in
      guard let entry = DroppedLine(text) else { return }
      if entry.kind == "closed" {
        stores[entry.store] = nil
      } else if entry.kind == "opened" {
        stores[entry.store] = DroppedStore(entry)
      } else {
        stores[entry.store]?.take(entry)
      }
    }
  }

  /// How many lines a reader has not got that begins now.
  var droppedLines: UInt64 { lock.withLock { dropped } }

  /// Whether there are lines behind a place.
  func hasMore(behind place: UInt64) -> Bool { lock.withLock { count > place } }

  /// Takes lines from a place on, until there are enough bytes. If lines were dropped there, it begins with the states at that place.
  ///
  /// - Parameters:
  ///   - place: behind what the reader has, or knows to be dropped.
  ///   - isFirst: whether the reader comes: it gets the first line, and the states behind what was dropped before.
  func take(_ place: inout UInt64, isFirst: Bool, into out: inout [UInt8], enough: Int) {
    lock.withLock {
      if isFirst { out += header }
      if place < dropped { out += "{\"kind\":\"dropped\",\"count\":\(dropped - place)}\n".utf8 }
      if place < dropped || isFirst && dropped > 0 {
        for (number, store) in stores.sorted(by: { $0.key < $1.key }) { out += store.opened(number) }
        place = dropped
      }
      while place < count, out.count < enough {
        out += lines[start + Int(place - dropped)]
        place += 1
      }
    }
  }
}
