// ForeignReducer: the functions of a reducer that is written in C.
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldPlugin

/// The functions of a reducer. Its stores, their states and their threads keep it.
final class ForeignReducer: @unchecked Sendable {
  // Unchecked: nothing changes after init, and enfold_plugin.h says which functions may be called on which thread.

  /// The parts that it is made of.
  struct Parts {
    /// The feature's name, for messages.
    let name: String
    /// Copies of the tables; see ``GrowingTable``.
    var table: enfold_reducer
    var effects: enfold_effect_reducer?
    var parts: enfold_parts?
    var checks = ForeignChecks()
    /// Lives as long as the reducer.
    var keeper: AnyObject?

    init(name: String, table: enfold_reducer) {
      self.name = name
      self.table = table
    }
  }

  let name: String
  let table: enfold_reducer
  let effects: enfold_effect_reducer?
  let parts: enfold_parts?
  let checks: ForeignChecks
  private let keeper: AnyObject?

  init(_ parts: Parts) {
    name = parts.name
    table = parts.table
    effects = parts.effects
    self.parts = parts.parts
    checks = parts.checks
    keeper = parts.keeper
  }

  /// Calls one of the functions. Its results are not trusted.
  ///
  /// - Parameters:
  ///   - function: its name in `enfold_reducer`.
  ///   - length: the length of the text that the function gets. An offset beyond that is left out.
  func call(
    _ function: StaticString, about length: Int = 0, _ body: (UnsafeMutablePointer<enfold_error>) -> enfold_status
  ) throws(PluginError) {
    var error = enfold_error()
    error.struct_size = UInt32(MemoryLayout<enfold_error>.size)
    error.offset = .max
    let status = body(&error)
    if status == ENFOLD_OK { return }
    guard status < 0, enfold_status_is_known(status) else {
      var error = PluginError(Status.failed, unexpectedStatusMessage(status, of: "reducer of \(name)", from: function))
      error.isMisbehaviour = true
      throw error
    }
    let message = readMessage(&error)
    throw PluginError(
      status, message.isEmpty ? "the reducer of \(name) failed in \(function)" : message,
      offset: error.offset <= UInt64(length) ? error.offset : .max)
  }

  /// Appends the text that one of the functions writes. It is not checked.
  func write(
    to writer: inout JSONWriter, from function: StaticString,
    _ body: (enfold_write_fn, UnsafeMutableRawPointer, UnsafeMutablePointer<enfold_error>) -> enfold_status
  ) throws(PluginError) {
    let start = writer.count
    do throws(PluginError) {
      try withUnsafeMutablePointer(to: &writer) { (writer) throws(PluginError) in
        var output = WrittenText(writer: writer)
        try call(function) { error in
          body(
            { context, text, length in
              context?.assumingMemoryBound(to: WrittenText.self).pointee.append(text, length)
            }, &output, error)
        }
        if output.isWhole { return }
        throw PluginError(
          Status.failed, "its reducer wrote a piece without an address or with a length that cannot be")
      }
    } catch {
      writer.truncate(to: start)
      throw error
    }
  }

  /// Where a function writes to.
  private struct WrittenText {
    let writer: UnsafeMutablePointer<JSONWriter>
    /// False if a piece had an address or a length that cannot be right.
    var isWhole = true

    mutating func append(_ text: UnsafePointer<CChar>?, _ length: Int) {
      if let piece = writtenPiece(text, length) { writer.pointee.raw(piece) } else { isWhole = false }
    }
  }

  /// Reads a text that a function wrote. It is not trusted to be JSON, so `body` must read all of it.
  static func read<R>(
    _ text: UnsafeRawBufferPointer, _ body: (inout JSONReader) throws(JSONError) -> R
  ) throws(PluginError) -> R {
    var reader = JSONReader(text, limits: JSONLimits(depth: JSONLimits.stateDepth, bytes: .max))
    do throws(JSONError) {
      let result = try body(&reader)
      try reader.finish()
      return result
    } catch {
      throw PluginError(Status.failed, "its reducer wrote what is no JSON: \(error)")
    }
  }
}

/// The checks of a text before a reducer gets it.
struct ForeignChecks: Sendable {
  /// Throws a mismatch if the text, which is JSON, does not fit.
  typealias Check = @Sendable (UnsafeRawBufferPointer) throws(JSONError) -> Void

  /// Of actions, unless the reducer has a `check` of its own.
  var action: Check?
  /// Of states that are given.
  var state: Check?

  init() {}
}
