// IssueReports: in which stores a problem fails the test.
import CEnfoldSupport
import Synchronization

/// In which stores a problem fails the test: an action for a child that is absent, an effect that throws and has no `catch`, an
/// effect that sends after its end.
///
/// ```swift
/// IssueReports.inStores = .testStoresOnly
/// ```
///
/// With the module `EnfoldTesting` in the program, a ``Store`` that is made inside of a test of Swift Testing fails that test. If
/// somebody listens to ``Store/diagnostics``, he is told instead. A test that causes such problems says so:
/// `@Test(.issueReports(.testStoresOnly))`.
public enum IssueReports: UInt8, Sendable, AtomicRepresentable {
  /// In each store that a test makes.
  case on
  /// In test stores. Others write problems to the standard error stream.
  case testStoresOnly
  /// In none. All stores write problems to the standard error stream.
  case off

  private static let current = Atomic<IssueReports>(.on)

  /// What holds in this task instead.
  @TaskLocal package static var inTask: IssueReports?

  /// Holds for the process. A store that was made before keeps what held then.
  public static var inStores: IssueReports {
    get { inTask ?? current.load(ordering: .relaxed) }
    set { current.store(newValue, ordering: .relaxed) }
  }
}

extension Diagnostic {
  /// Whether it is one of the problems of which ``IssueReports`` speaks.
  package var failsTests: Bool {
    switch topic {
    case .absentChild, .effectFailed, .effectSentTooLate: true
    default: false
    }
  }
}

/// The test that has made a store. The module `EnfoldTesting` knows it.
package protocol StoreTest: AnyObject, Sendable {
  /// Fails the test. Called on any thread, also when the test has ended.
  func fail(_ diagnostic: Diagnostic)
}

/// The test that runs here, if the stores that it makes are to fail it.
func storeTestHere() -> (any StoreTest)? {
  guard IssueReports.inStores == .on, let test = enfold_running_test() else { return nil }
  return Unmanaged<AnyObject>.fromOpaque(test).takeRetainedValue() as? any StoreTest
}
