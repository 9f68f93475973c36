// Gate: holds whoever waits until it is opened.
import EnfoldTesting

/// Built of a test clock: opening it lets more time pass than anybody waits for.
struct Gate: Sendable {
  private let clock = TestClock()

  func open() { clock.advanceNow(by: .seconds(2)) }
  func wait() async { try? await clock.sleep(until: .init(offset: .seconds(1))) }
}
