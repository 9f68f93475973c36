// StepTap: what a step tells others while it changes the state: for whom it writes shared values, and what dependencies give.
import CEnfold

/// A traced store has one tap for all its steps. A step with given values has a tap of its own. One field for each is enough, because
/// a store makes one step at a time.
@usableFromInline final class StepTap: DependencyTap, @unchecked Sendable {
  // Unchecked: used by the drainer only.
  /// Nil if the store is not traced. The store's engine keeps it.
  var trace: Unmanaged<StoreTrace>?
  private var revision: UInt64 = 0
  private var formerWriter: UnsafePointer<enfold_writer>?
  private var formerTap: UnsafeMutableRawPointer?

  /// - Parameter given: the values that the step is to give.
  init(_ trace: Unmanaged<StoreTrace>? = nil, _ given: GivenDependencies? = nil) {
    self.trace = trace
    super.init()
    self.given = given
  }

  /// The state is changed from now on.
  ///
  /// - Parameters:
  ///   - revision: that of the commit that the step makes, if it makes one.
  ///   - tag: that of its task.
  func enter(_ revision: UInt64, _ tag: String?) {
    self.revision = revision
    formerWriter = trace?._withUnsafeGuaranteedRef { $0.writer.enter(revision, tag) }
    formerTap = enter()
  }

  /// The state was changed.
  func leave() {
    DependencyTap.leave(formerTap)
    if trace != nil { SharedWriter.leave(formerWriter) }
  }

  override func gave(_ value: DependencyValue) {
    trace?._withUnsafeGuaranteedRef { $0.addBeforeStep(value, revision) }
  }

  override func foundShared() { trace?._withUnsafeGuaranteedRef { $0.noteDependence(.shared) } }
}
