// ForeignInstance: the C instance that is the state of a store.
import CEnfold
import Enfold

/// An instance of a reducer. It is closed when the last reference to it goes away.
final class ForeignInstance: @unchecked Sendable {
  // Unchecked: the engine uses it on one thread at a time.
  let reducer: ForeignReducer
  private let pointer: UnsafeMutableRawPointer?
  /// What was reported as changed since the last commit that was looked at.
  @exclusivity(unchecked) var places = ReportedPlaces()
  /// What those who observe patches know.
  let known = KnownTexts()
  /// The whole state as the reducer wrote it after the last action; nil if nobody has asked for it since.
  @exclusivity(unchecked) private var whole: [UInt8]?

  init(opening reducer: ForeignReducer, _ text: UnsafeRawBufferPointer?) throws(PluginError) {
    guard let open = reducer.table.open else {
      throw PluginError(enfold_status(ENFOLD_BAD_PLUGIN), "\(reducer.name) has no function to open it")
    }
    if let text, let check = reducer.checks.state {
      do throws(JSONError) { try check(text) } catch { throw PluginError(error, mismatch: Status.badState) }
    }
    var pointer: UnsafeMutableRawPointer?
    try reducer.call("open", about: text?.count ?? 0) {
      open(
        reducer.table.user, text?.assumingMemoryBound(to: CChar.self).baseAddress, text?.count ?? 0, &pointer,
        $0)
    }
    self.reducer = reducer
    self.pointer = pointer
  }

  deinit { reducer.table.close?(pointer) }

  // MARK: Reducing

  /// Reduces one action. Returns whether anything was reported as changed; throws what the reducer reports, and then
  /// its reports do not count.
  func reduce(_ action: ForeignAction, _ effects: inout ForeignEffects) throws(PluginError) -> Bool {
    whole = nil
    var changes = Changes()
    try reducer.call("reduce", about: action.text.count) { error in
      action.text.withUnsafeBytes { text in
        withUnsafeMutablePointer(to: &changes) { changes in
          changes.withMemoryRebound(to: enfold_changes.self, capacity: 1) { changes in
            let start = text.assumingMemoryBound(to: CChar.self).baseAddress
            guard let reduce = reducer.effects?.reduce else {
              return reducer.table.reduce?(pointer, start, text.count, changes, error) ?? Status.ok
            }
            return effects.withTable { reduce(pointer, start, text.count, changes, $0, error) }
          }
        }
      }
    }
    for place in changes.places.take() { places.add(place) }
    return !places.isEmpty
  }

  /// Collects what `reduce` reports. Its first member is the struct that C sees.
  private struct Changes {
    var table = enfold_changes(
      struct_size: UInt32(MemoryLayout<enfold_changes>.size),
      changed: { changes, pointer in
        guard let changes else { return }
        UnsafeMutableRawPointer(mutating: changes).assumingMemoryBound(to: Changes.self).pointee.places.add(
          pointer.flatMap { String(validatingCString: $0) }.flatMap { try? JSONPath(pointer: $0) } ?? .root)
      })
    var places = ReportedPlaces()
  }

  // MARK: Writing

  /// Writes the value at a path. False if nothing is there.
  func write(_ path: JSONPath, _ writer: inout JSONWriter) throws(PluginError) -> Bool {
    if !path.isEmpty, let part = reducer.parts?.part {
      var pointer = path.pointer
      do throws(PluginError) {
        let text = try reducer.text(from: "part") { write, context, error in
          pointer.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
              part(self.pointer, $0.baseAddress, $0.count, write, context, error)
            }
          }
        }
        text.withUnsafeBytes { writer.raw($0) }
        return true
      } catch {
        if error.status == Status.badPointer { return false }
        guard error.status == Status.unsupported else { throw error }
      }
    }
    let text = try wholeText()
    return text.withUnsafeBytes { bytes in
      if path.isEmpty {
        writer.raw(bytes)
        return true
      }
      var reader = JSONReader(bytes, limits: .greatest)
      // The text is JSON, so an error means that nothing is there.
      guard let value = try? reader.rawValue(at: path) else { return false }
      writer.raw(value)
      return true
    }
  }

  private func wholeText() throws(PluginError) -> [UInt8] {
    if let whole { return whole }
    guard let state = reducer.table.state else {
      throw PluginError(Status.failed, "its reducer has no function for it")
    }
    let text = try reducer.text(from: "state") { state(pointer, $0, $1, $2) }
    whole = text
    return text
  }
}
