// PluginStream: the stream of a plugin's store. Its interests come from the host.
import CEnfold
import Enfold

/// Encodes, during the commit, the values that have changed and are observed, and reports them to the host.
@usableFromInline
final class PluginStream<State: ObservableState, Action: JSONEncodable>: ObservedStream<State, Action>,
  @unchecked Sendable
{
  // Unchecked: for the same reasons as its superclass.
  @usableFromInline let commits: CommitWriter

  @inlinable init(_ host: PluginHost) {
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

  override func note(tag: String?) {
    super.note(tag: tag)
    commits.tag = tag.map { Array($0.utf8CString) }
  }

  override func note(mutation: any Sendable) {
    super.note(mutation: mutation)
    let texts = commits.mutations ?? MutationTexts()
    commits.mutations = texts
    texts.append(mutation)
  }

  override func forgetMutations() {
    super.forgetMutations()
    commits.mutations?.removeAll()
  }

  override func forgetAction() { commits.hasAction = false }
}
