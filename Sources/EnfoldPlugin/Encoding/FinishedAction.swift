// FinishedAction: an action that is reported to the host when its effects have ended.
import CEnfold
import Enfold

/// An action, with the revision and the value of the commit in which it was reduced.
final class FinishedAction {
  private let interest: UInt64
  private let revision: UInt64
  private var action = JSONWriter(capacity: 16)
  private var value = JSONWriter(capacity: 16)
  private var flags: UInt32 = 0
  private var isThere = false
  private let tag: [CChar]?

  init<State: JSONEncodable, Action: JSONEncodable>(
    _ interest: UInt64, _ revision: UInt64, _ action: Action, tag: String?, hasChanged: Bool, _ path: JSONPath?,
    _ state: State
  ) {
    self.tag = tag.map { Array($0.utf8CString) }

    if hasChanged { flags = ENFOLD_CHANGED }
    self.interest = interest
    self.revision = revision
    action.writeJSON(to: &self.action)
    self.action.nulTerminate()
    if let path {
      isThere = state.writeJSON(at: path, to: &value)
      if !isThere { flags |= ENFOLD_REMOVED }
    }
    value.nulTerminate()
  }

  func deliver(to host: PluginHost) {
    if let failure = value.failure { return host.log(Diagnostic(level: .error, .noJSONForm, message: failure)) }
    let text = UnsafeRawPointer(action.baseAddress).assumingMemoryBound(to: CChar.self)
    let value = UnsafeRawPointer(value.baseAddress).assumingMemoryBound(to: CChar.self)
    var change = enfold_change(
      interest: interest, op: ENFOLD_OP_REPLACE, flags: flags, pointer: text + action.count, pointer_length: 0,
      value: isThere ? value : nil, value_length: isThere ? self.value.count : 0)
    withUnsafePointer(to: &change) { change in
      var commit = enfold_commit(
        struct_size: UInt32(MemoryLayout<enfold_commit>.size), flags: 0, revision: revision, action: text,
        action_length: action.count, changes: change, change_count: 1, tag: nil, tag_length: 0)
      if let tag { host.commit(&commit, tag) } else { host.commit(&commit) }
    }
  }
}
