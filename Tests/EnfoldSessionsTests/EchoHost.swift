// EchoHost: stores without a feature, for tests of the reader.
import EnfoldJSON
@testable import EnfoldSessions

struct EchoHost: ReplayHost {
  func open(_ feature: String, of plugin: String, named name: String, state: SessionText, given: String?)
    throws(SessionError)
    -> EchoStore
  {
    EchoStore(state.string)
  }
}

/// A store that answers each action with the same patch, and takes each state.
final class EchoStore: ReplayStore {
  private var text: String
  private var patch: String?

  init(_ text: String) { self.text = text }

  func send(_ action: SessionText, given: String?) throws(SessionError) { patch = action.string }
  func set(_ value: JSONValue, at pointer: String) throws(SessionError) { patch = value.json }
  func restore(_ state: JSONValue) throws(SessionError) { text = state.json }
  func takePatch() -> String? { patch.take() }
  func state() throws(SessionError) -> String { text }
  func close() {}
}
