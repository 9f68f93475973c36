// ReplayReport: what a replay has found.

/// How many commits came again, and what could not be verified.
public struct ReplayReport: Sendable, Equatable {
  /// Whether the session can be replayed.
  public enum Verdict: String, Sendable {
    /// Everything that was recorded is in the file.
    case fine
    /// Redacted values were not compared.
    case risky
    /// Something could not be done again without a redacted value, so the rest of a store was not replayed.
    case impossible
  }

  /// How many commits came again.
  public internal(set) var verified = 0
  /// For each reason the number of commits of which only the recorded state was taken over, or, if they are redacted, nothing.
  public internal(set) var unverified: [String: Int] = [:]
  public internal(set) var verdict = Verdict.fine
  /// Where something redacted was in the way: the first such place of each store.
  public internal(set) var obstacles: [String] = []
  /// How many entries are not in the file.
  public internal(set) var dropped: UInt64 = 0

  public init() {}

  mutating func skip(_ reason: String) { unverified[reason, default: 0] += 1 }

  mutating func lower(to verdict: Verdict) {
    if verdict == .impossible || self.verdict == .fine { self.verdict = verdict }
  }

  /// Adds what the replay of another file has found.
  public static func += (report: inout ReplayReport, other: ReplayReport) {
    report.verified += other.verified
    report.unverified.merge(other.unverified, uniquingKeysWith: +)
    if other.verdict != .fine { report.lower(to: other.verdict) }
    report.obstacles += other.obstacles
    report.dropped = report.dropped.addingSaturating(other.dropped)
  }
}

extension ReplayReport: CustomStringConvertible {
  /// In one line, or in several if something was in the way.
  public var description: String {
    var text = "\(counted(verified, "commit")) came again"
    let skipped = unverified.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
    if !skipped.isEmpty { text += ", not verified: \(skipped.joined(separator: ", "))" }
    if dropped > 0 { text += "; \(dropped) entries are not in the file" }
    if verdict != .fine { text += "; \(verdict.rawValue)" }
    return ([text] + obstacles).joined(separator: "\n  ")
  }
}

extension UInt64 {
  /// The sum, or the greatest number.
  func addingSaturating(_ other: UInt64) -> UInt64 {
    let (sum, isTooGreat) = addingReportingOverflow(other)
    return isTooGreat ? .max : sum
  }
}
