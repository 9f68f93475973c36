// TextRules: how a store reads the texts of its host: actions; and states, at open and by restore (`readState`).
import Enfold

/// The limits of texts, and what becomes of keys that nobody knows.
@usableFromInline package struct TextRules: Sendable {
  @usableFromInline package let limits: JSONLimits
  @usableFromInline let ignoresUnknownKeys: Bool
  @usableFromInline let deepest = DeepestText()

  /// Reads an action, or a part of one.
  ///
  /// - Parameter limits: other limits than those for whole texts.
  @inlinable @inline(__always) func reader(of text: UnsafeRawBufferPointer, limits: JSONLimits? = nil) -> JSONReader {
    JSONReader(text, limits: limits ?? self.limits, ignoresUnknownKeys: ignoresUnknownKeys)
  }

  /// Reads a state. It may be nested deeper than an action.
  @usableFromInline
  package func readState<State: JSONDecodable>(_ text: UnsafeRawBufferPointer) throws(PluginError) -> State {
    var reader = reader(of: text, limits: JSONLimits(depth: JSONLimits.stateDepth, bytes: limits.bytes))
    do {
      let state = try State(json: &reader)
      try reader.finish()
      deepest.note(reader)
      return state
    } catch {
      throw PluginError(reader.checkRest(after: error).withPlace(in: text), mismatch: Status.badState)
    }
  }
}
