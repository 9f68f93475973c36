// HostStream: the stream of a plugin's store, whose interests are the host's.
import CEnfold
import Enfold

/// Encodes what changed and is observed while the commit is made, and reports it to the host.
@usableFromInline
final class HostStream<State: ObservableState, Action: JSONEncodable>: ObservedStream<State, Action>,
  @unchecked Sendable
{
  // Unchecked: as the class above.
  @usableFromInline let commits: CommitWriter

  @inlinable
  init(_ host: PluginHost) {
    let commits = CommitWriter(host)
    self.commits = commits
    super.init(host: commits)
  }

  override func note(_ action: Action?) {
    commits.hasAction = action != nil
    commits.action.removeAll()
    action?.writeJSON(to: &commits.action)
    commits.action.nulTerminate()
  }

  override func forgetAction() { commits.hasAction = false }
}
