// IdentifiedArray: after any operations the record tells exactly what became of the list at the last commit.
@testable import Enfold
import Foundation
import Testing

@Suite("IdentifiedArray: random recorded edits")
struct IdentifiedArrayRecordingRandomTests {
  /// ENFOLD_TEST_SEED repeats a run.
  static let seed =
    ProcessInfo.processInfo.environment["ENFOLD_TEST_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...999_999_999)

  private func check<Element: RecordedElement>(
    _ type: Element.Type, commit: @escaping (inout IdentifiedArrayOf<Element>) -> Void
  ) {
    let count = scaled(6_000)
    var known = 0
    for seed in Self.seed..<Self.seed + UInt64(count) {
      var run = RecordingRun<Element>(seed: seed, commit: commit)
      let (problem, times) = run.run()
      known += times
      if let problem {
        Issue.record("ENFOLD_TEST_SEED=\(seed) of \(type): \(problem)")
        return
      }
    }
    #expect(known > 2 * count, "of three times as many")
  }

  @Test func statesTellWhatBecameOfThem() {
    check(EditedRow.self) { ChangeTracking.commit(&$0, &StampSource.test) }
  }
  @Test func statesThatDoNotCompareTellWhatBecameOfThem() {
    check(OpaqueRow.self) { ChangeTracking.commit(&$0, &StampSource.test) }
  }
  @Test func comparingElementsTellWhatBecameOfThem() {
    check(ComparingRow.self) { ChangeTracking.commit(&$0, &StampSource.test) }
  }
  @Test func otherElementsTellWhatBecameOfThem() {
    check(PlainRow.self) { ChangeTracking.commit(&$0, &StampSource.test) }
  }
}
