// RunningTest: how a Store finds the test that makes it, without a TestStore.
import Testing

/// See enfold_linked.h.
@_cdecl("enfold_running_test")
func enfoldRunningTest() -> UnsafeMutableRawPointer? {
  guard let test = Test.current else { return nil }
  return Unmanaged.passRetained(RunningTest(test) as AnyObject).toOpaque()
}

/// A test, and the place where it is written.
private final class RunningTest: StoreTest {
  private let name: String
  private let place: SourceLocation

  init(_ test: Test) {
    name = test.displayName ?? test.name
    place = test.sourceLocation
  }

  func fail(_ diagnostic: Diagnostic) {
    Issue.record(Comment(rawValue: "\(diagnostic), in a store of the test \"\(name)\""), sourceLocation: place)
  }
}
