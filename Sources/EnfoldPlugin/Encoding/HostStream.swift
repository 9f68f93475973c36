// HostStream: the stream of a plugin's store, whose interests are the host's.
import CEnfold
import Enfold

/// Encodes what changed and is observed while the commit is made, and reports it to the host.
@usableFromInline
final class HostStream<State: ObservableState, Action: JSONEncodable>: ObservedStream<State, Action>, @unchecked Sendable
{
  // Unchecked: as the class above.
  @usableFromInline let commits: CommitWriter

  @inlinable
  init(_ host: PluginHost) {
    commits = CommitWriter(host)
    super.init()
  }

  override func note(_ action: Action?) {
    commits.hasAction = action != nil
    commits.action.removeAll()
    action?.writeJSON(to: &commits.action)
    commits.action.nulTerminate()
  }

  override func forgetAction() { commits.hasAction = false }

  @usableFromInline
  override func deliver(_ state: UnsafePointer<State>, _ action: Action?, isClosing: () -> Bool) {
    if let failure {
      self.failure = nil
      commits.host.log(Diagnostic(level: .error, message: failure))
    }
    let count = walk.reports.count
    if !tree.hasObservers { return commits.deliver(walk, 0..<count, revision) }
    sortReports()
    var next = 0
    while next < count, !isClosing() {
      let start = next
      next += 1
      if walk.reports[start].options.contains(.isObserver) {
        tell(walk.reports[start], state, action)
      } else {
        // What the host is told side by side is one commit.
        while next < count, !walk.reports[next].options.contains(.isObserver) { next += 1 }
        commits.deliver(walk, start..<next, revision)
      }
    }
    forgetComputed()
  }
}
