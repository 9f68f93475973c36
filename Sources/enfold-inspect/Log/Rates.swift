// Rates: how many commits there were over time, and how long they took.
import EnfoldJSON
import EnfoldSessions

struct Rates: Sendable {
  private struct Store {
    let id: Int
    var counts: [Int]
    var durations: [[Float]]
  }

  private var from: Int64 = 0
  private var step: Int64 = 1
  private var stores: [Store] = []
  private static let steps = 120
  private static let second: Int64 = 1_000_000_000

  /// - Parameter seconds: the last ones of the recording; nil: all of it.
  init(_ index: LogIndex, seconds: Int?) {
    var (first, last) = (Int64.max, Int64.min)
    for n in 0..<index.count {
      let time = index.entries[n].time
      if time > 0 { (first, last) = (min(first, time), max(last, time)) }
    }
    guard first <= last else { return }
    if let seconds {
      let length = Int64(seconds).multipliedReportingOverflow(by: Self.second)
      if !length.overflow { first = max(first, last &- length.partialValue) }
    }
    let million: Int64 = 1_000_000
    from = first / million
    step = max((last / million &- from) / Int64(Self.steps) &+ 1, 1)
    let steps = Int((last / million &- from) / step) + 1
    count(index, first, steps)
  }

  private mutating func count(_ index: LogIndex, _ first: Int64, _ steps: Int) {
    var places: [UInt32: Int] = [:]
    for n in 0..<index.count {
      let entry = index.entries[n]
      guard entry.kind.isCommit, entry.time >= first, entry.store != Entry.none else { continue }
      if places[entry.store] == nil {
        places[entry.store] = stores.count
        stores.append(
          Store(
            id: index.stores[Int(entry.store)].id, counts: [Int](repeating: 0, count: steps),
            durations: [[Float]](repeating: [], count: steps)))
      }
      let step = Int((entry.time / 1_000_000 &- from) / step)
      guard let place = places[entry.store], step >= 0, step < steps else { continue }
      stores[place].counts[step] += 1
      if entry.duration >= 0 { stores[place].durations[step].append(entry.duration) }
    }
    for place in stores.indices {
      for step in 0..<steps { stores[place].durations[step].sort() }
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.member("from", from)
    writer.member("step", step)
    writer.array("stores") { writer in
      for store in stores {
        writer.object {
          $0.member("store", store.id)
          $0.array("counts") { for count in store.counts { $0.element(count) } }
          for (name, part) in [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)] {
            $0.array(name) { for sorted in store.durations { Self.write(sorted, part, to: &$0) } }
          }
        }
      }
    }
  }

  private static func write(_ sorted: [Float], _ part: Double, to writer: inout JSONWriter) {
    guard !sorted.isEmpty else { return writer.element(JSONValue.null) }
    let place = min(Int((Double(sorted.count) * part).rounded(.up)) - 1, sorted.count - 1)
    let duration = sorted[max(place, 0)]
    writer.element(duration < 9e18 ? Int64(duration) : Int64.max)
  }
}
