// PluginStore: replacing the whole state by one that the host has kept. TextRules reads it.
import CEnfold
import Enfold

extension PluginStore {
  /// Replaces the state: one commit without an action, in its turn. The text is checked at once.
  func replaceState(by text: UnsafeRawBufferPointer, _ mayDrain: Bool) throws(PluginError) -> enfold_status {
    let state = try readState(self, text)
    return try engine.perform(mayDrain: mayDrain, isInside: false, whileHeld: .isHeld) { [self] isOpen in
      if isOpen { engine.replaceNow(by: state) }
    }.status
  }
}
