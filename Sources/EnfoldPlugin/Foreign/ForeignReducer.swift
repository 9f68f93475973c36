// ForeignReducer: the functions of a reducer that is written in C.
import CEnfold
import CEnfoldSupport
import Enfold

/// The functions of a reducer. Its stores, their states and their threads keep it.
public final class ForeignReducer: @unchecked Sendable {
  // Unchecked: nothing changes after init, and enfold_plugin.h says which functions may be called on which thread.

  /// What it is made of.
  public struct Parts {
    /// The feature's name, for messages.
    public let name: String
    /// Copies of the tables; see ``GrowingTable``.
    public var table: enfold_reducer
    public var effects: enfold_effect_reducer?
    public var parts: enfold_parts?
    public var checks = ForeignChecks()
    /// Lives as long as the reducer.
    public var keeper: AnyObject?

    public init(name: String, table: enfold_reducer) {
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

  /// Calls one of the functions. What it returns is not trusted.
  ///
  /// - Parameters:
  ///   - function: its name in `enfold_reducer`.
  ///   - length: how long the text is that the function is given. An offset beyond that is left out.
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
    let message = withUnsafeBytes(of: &error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    throw PluginError(
      status, message.isEmpty ? "the reducer of \(name) failed in \(function)" : message,
      offset: error.offset <= UInt64(length) ? error.offset : .max)
  }

  /// Collects the JSON that one of the functions writes, which is not trusted to be JSON.
  func text(
    from function: StaticString,
    _ body: (enfold_write_fn, UnsafeMutableRawPointer, UnsafeMutablePointer<enfold_error>) -> enfold_status
  ) throws(PluginError) -> [UInt8] {
    var output = WrittenText()
    try withUnsafeMutablePointer(to: &output) { (output) throws(PluginError) in
      try call(function) { error in
        body(
          { context, text, length in
            context?.assumingMemoryBound(to: WrittenText.self).pointee.append(text, length)
          }, output, error)
      }
    }
    guard output.isWhole else {
      throw PluginError(Status.failed, "its reducer wrote a piece without an address or with a length that cannot be")
    }
    var problem: JSONError?
    output.bytes.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes, limits: JSONLimits(depth: JSONLimits.stateDepth, bytes: .max))
      do throws(JSONError) {
        try reader.skipValue()
        try reader.finish()
      } catch { problem = error }
    }
    if let problem { throw PluginError(Status.failed, "its reducer wrote what is no JSON: \(problem)") }
    return output.bytes
  }

  /// Collects what the reducer writes.
  private struct WrittenText {
    var bytes: [UInt8] = []
    /// False if a piece had an address or a length that cannot be right.
    var isWhole = true

    mutating func append(_ text: UnsafePointer<CChar>?, _ length: Int) {
      guard let piece = writtenPiece(text, length) else {
        isWhole = false
        return
      }
      bytes.append(contentsOf: piece)
    }
  }
}

/// What is checked for a reducer before it gets a text.
public struct ForeignChecks: Sendable {
  /// Throws a mismatch if the text, which is JSON, does not fit.
  public typealias Check = @Sendable (UnsafeRawBufferPointer) throws(JSONError) -> Void

  /// Of actions, unless the reducer has a `check` of its own.
  public var action: Check?
  /// Of states that are given.
  public var state: Check?

  public init() {}
}
