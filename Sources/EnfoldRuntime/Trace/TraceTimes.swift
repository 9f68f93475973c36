// TraceTimes: how long commits take: histograms for enfold_runtime_stats, and which commit is slow.
import CEnfoldSupport
import EnfoldJSON

/// Counts how long the parts of commits took.
struct TraceTimes: ~Copyable {
  private var commits: UInt64 = 0
  private var slow: UInt64 = 0
  private var waited = Histogram()
  private var reduced = Histogram()
  private var encoded = Histogram()
  private var told = Histogram()
  private var whole = Histogram()
  /// When a slow commit was told last, in nanoseconds of the monotonic clock; and how many were not told since.
  private var lastWarning: Int64 = .min
  private var silent: UInt64 = 0

  /// A commit that takes longer is slow.
  static let threshold: UInt64 = 50_000_000
  /// At most one slow commit is told in this time.
  private static let interval: Int64 = 1_000_000_000

  /// Counts a commit. If it is to be told that it was slow, returns how many other slow ones were not told before.
  mutating func count(_ facts: TraceFacts) -> UInt64? {
    let time = facts.reduced &+ facts.encoded &+ facts.told
    commits += 1
    if facts.waited > 0 { waited.add(facts.waited) }
    reduced.add(facts.reduced)
    encoded.add(facts.encoded)
    told.add(facts.told)
    whole.add(time)
    return time < Self.threshold ? nil : countSlow()
  }

  private mutating func countSlow() -> UInt64? {
    slow += 1
    let now = enfold_monotonic_now()
    guard lastWarning == .min || now - lastWarning >= Self.interval else {
      silent += 1
      return nil
    }
    lastWarning = now
    defer { silent = 0 }
    return silent
  }

  /// Writes a JSON object.
  func write(to writer: inout JSONWriter) {
    writer.literal("{\"commits\":")
    writer.write(commits)
    writer.literal(",\"slow\":")
    writer.write(slow)
    writer.literal(",\"waited\":")
    waited.write(to: &writer)
    writer.literal(",\"reduced\":")
    reduced.write(to: &writer)
    writer.literal(",\"encoded\":")
    encoded.write(to: &writer)
    writer.literal(",\"told\":")
    told.write(to: &writer)
    writer.literal(",\"whole\":")
    whole.write(to: &writer)
    writer.literal("}")
  }
}

/// How often each length of time came. A length is known to an eighth of itself.
struct Histogram: ~Copyable {
  private let counts: UnsafeMutablePointer<UInt64>
  private static let bucketCount = 62 * 8
  private var greatest: UInt64 = 0

  init() {
    counts = .allocate(capacity: Self.bucketCount)
    counts.initialize(repeating: 0, count: Self.bucketCount)
  }

  deinit { counts.deallocate() }

  mutating func add(_ nanoseconds: UInt64) {
    counts[Self.bucket(of: nanoseconds)] &+= 1
    if nanoseconds > greatest { greatest = nanoseconds }
  }

  /// The bucket of a number: its highest bit, and the three bits behind it.
  private static func bucket(of number: UInt64) -> Int {
    if number < 8 { return Int(number) }
    let bit = 63 - number.leadingZeroBitCount
    return (bit - 2) * 8 + Int((number >> UInt64(bit - 3)) & 7)
  }

  /// The greatest number in a bucket.
  private static func end(of bucket: Int) -> UInt64 {
    if bucket < 8 { return UInt64(bucket) }
    let shift = UInt64(bucket / 8 - 1)
    return ((8 + UInt64(bucket % 8) + 1) << shift) &- 1
  }

  /// A number that at least this share of all is not greater than; 0 if there are none.
  private func percentile(_ share: Double, of total: UInt64) -> UInt64 {
    let wanted = max(UInt64((Double(total) * share).rounded(.up)), 1)
    var seen: UInt64 = 0
    for bucket in 0..<Self.bucketCount {
      seen += counts[bucket]
      if seen >= wanted { return min(Self.end(of: bucket), greatest) }
    }
    return 0
  }

  func write(to writer: inout JSONWriter) {
    let total = (0..<Self.bucketCount).reduce(UInt64(0)) { $0 + counts[$1] }
    writer.literal("{\"count\":")
    writer.write(total)
    writer.literal(",\"p50\":")
    writer.write(percentile(0.5, of: total))
    writer.literal(",\"p90\":")
    writer.write(percentile(0.9, of: total))
    writer.literal(",\"p99\":")
    writer.write(percentile(0.99, of: total))
    writer.literal(",\"p999\":")
    writer.write(percentile(0.999, of: total))
    writer.literal(",\"max\":")
    writer.write(greatest)
    writer.literal("}")
  }
}
