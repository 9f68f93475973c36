// ForeignInstance: the C instance that is the state of a store.
import CEnfold
import Enfold
import EnfoldPlugin

/// An instance of a reducer. It is closed when the last reference to it goes away.
final class ForeignInstance: @unchecked Sendable {
  // Unchecked: the engine uses it on one thread at a time.
  let reducer: ForeignReducer
  private let pointer: UnsafeMutableRawPointer?
  /// The structs that C is given while it reduces. `effects` is nil if it has no effects.
  private let changes: UnsafeMutablePointer<ForeignChanges>
  private let effects: UnsafeMutablePointer<ForeignEffects>?
  let reported = ReportedChanges()
  /// The whole state as the reducer wrote it after the last action: only if somebody asked for it since (`hasWhole`). Nobody
  /// has checked it.
  @exclusivity(unchecked) private var whole = JSONWriter(capacity: 16)
  @exclusivity(unchecked) private var hasWhole = false
  /// The pointer of the part that is being written.
  @exclusivity(unchecked) private var place = JSONWriter(capacity: 16)

  init(
    opening reducer: ForeignReducer, _ text: UnsafeRawBufferPointer?, _ requests: ForeignRequests
  ) throws(PluginError) {
    guard let open = reducer.table.open else {
      throw PluginError(enfold_status(ENFOLD_BAD_PLUGIN), "\(reducer.name) has no function to open it")
    }
    if let text, let check = reducer.checks.state {
      do throws(JSONError) { try check(text) } catch { throw PluginError(error, mismatch: Status.badState) }
    }
    var pointer: UnsafeMutableRawPointer?
    do throws(PluginError) {
      try reducer.call("open", about: text?.count ?? 0) {
        open(
          reducer.table.user, text?.assumingMemoryBound(to: CChar.self).baseAddress, text?.count ?? 0, &pointer,
          $0)
      }
    } catch {
      throw text.map { error.withPlace(in: $0) } ?? error
    }
    self.reducer = reducer
    self.pointer = pointer
    changes = .allocate(capacity: 1)
    changes.initialize(to: ForeignChanges())
    effects = reducer.effects == nil ? nil : .allocate(capacity: 1)
    effects?.initialize(to: ForeignEffects(requests))
  }

  deinit {
    reducer.table.close?(pointer)
    changes.deinitialize(count: 1)
    changes.deallocate()
    effects?.deinitialize(count: 1)
    effects?.deallocate()
  }

  // MARK: Reducing

  /// Reduces one action, and returns its effects. Throws the error that the reducer reports; then neither its reports
  /// nor its effects count.
  func reduce(_ action: ForeignAction) throws(PluginError) -> Effect<ForeignAction> {
    hasWhole = false
    changes.pointee.places.removeAll()
    do throws(PluginError) {
      try reducer.call("reduce", about: action.text.count) { error in
        action.text.withBytes { text in reduce(text.assumingMemoryBound(to: CChar.self), error) }
      }
    } catch {
      _ = effects?.pointee.take()
      throw error
    }
    reported.take(&changes.pointee.places)
    return effects?.pointee.take() ?? .none
  }

  private func reduce(
    _ text: UnsafeBufferPointer<CChar>, _ error: UnsafeMutablePointer<enfold_error>
  ) -> enfold_status {
    let changes = UnsafeRawPointer(changes).assumingMemoryBound(to: enfold_changes.self)
    guard let effects, let reduce = reducer.effects?.reduce else {
      return reducer.table.reduce?(pointer, text.baseAddress, text.count, changes, error) ?? Status.ok
    }
    let asking = UnsafeRawPointer(effects).assumingMemoryBound(to: enfold_effects.self)
    return reduce(pointer, text.baseAddress, text.count, changes, asking, error)
  }

  // MARK: Writing

  /// Writes the value at a path. False if nothing is there.
  func write(_ path: JSONPath, _ writer: inout JSONWriter) throws(PluginError) -> Bool {
    if !path.isEmpty, let part = reducer.parts?.part {
      do throws(PluginError) {
        try write(path, part, &writer)
        return true
      } catch {
        if error.status == Status.badPointer { return false }
        guard error.status == Status.unsupported else { throw error }
      }
    }
    try writeWhole()
    let text = UnsafeRawBufferPointer(start: whole.baseAddress, count: whole.count)
    let value = try ForeignReducer.read(text) { (reader) throws(JSONError) in try reader.rawValue(at: path) }
    guard let value else { return false }
    writer.raw(value)
    return true
  }

  private func write(_ path: JSONPath, _ part: Part, _ writer: inout JSONWriter) throws(PluginError) {
    place.removeAll()
    path.writePointer(to: &place)
    let start = writer.count
    try reducer.write(to: &writer, from: "part") { write, context, error in
      let pointer = UnsafeRawPointer(place.baseAddress).assumingMemoryBound(to: CChar.self)
      return part(self.pointer, pointer, place.count, write, context, error)
    }
    let text = UnsafeRawBufferPointer(start: writer.baseAddress + start, count: writer.count - start)
    do throws(PluginError) {
      try ForeignReducer.read(text) { (reader) throws(JSONError) in try reader.skipValue() }
    } catch {
      writer.truncate(to: start)
      throw error
    }
  }

  private func writeWhole() throws(PluginError) {
    if hasWhole { return }
    guard let state = reducer.table.state else {
      throw PluginError(Status.failed, "its reducer has no function for it")
    }
    whole.removeAll()
    try reducer.write(to: &whole, from: "state") { state(pointer, $0, $1, $2) }
    hasWhole = true
  }

  private typealias Part =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int, enfold_write_fn?, UnsafeMutableRawPointer?,
      UnsafeMutablePointer<enfold_error>?
    ) -> enfold_status
}
