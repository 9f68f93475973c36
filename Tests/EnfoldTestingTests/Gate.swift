// Gate: holds whoever waits until it is opened.
import EnfoldTesting

/// Built of a test clock: opening it lets its only second pass.
struct Gate: Sendable {
  private let clock = TestClock()

  func open() { clock.advance(by: .seconds(1)) }
  func wait() async { try? await clock.sleep(until: .init(offset: .seconds(1))) }
}
