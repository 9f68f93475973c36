// RequestUser: an enfold_request_user, the functions of a plugin that receive the answer of one request.
import CEnfold
import CEnfoldSupport
import EnfoldJSON
import EnfoldPlugin

/// The plugin's side of one request. Its release runs exactly once, when nobody has it any more.
final class RequestUser: @unchecked Sendable {
  // Unchecked: nothing changes after init, and the plugin says that any thread may call it.
  private let table: enfold_request_user

  init(_ table: enfold_request_user) { self.table = table }

  deinit { table.release?(table.user) }

  var isStream: Bool { table.flags & ENFOLD_REQUEST_STREAM != 0 }

  /// Which function is missing; nil if none is.
  var missingFunction: StaticString? {
    if table.resolve == nil { return "resolve" }
    if table.fail == nil { return "fail" }
    return isStream && table.emit == nil ? "emit" : nil
  }

  func emit(_ text: UnsafeRawBufferPointer) throws(RuntimeError) -> enfold_status { try call("emit", table.emit, text) }

  func resolve(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) { _ = try call("resolve", table.resolve, text) }

  func fail(_ message: String) {
    var message = message
    message.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { table.fail?(table.user, $0.baseAddress, $0.count) }
    }
  }

  /// Why it is asked. The texts are to be taken or discarded.
  struct Cause {
    fileprivate var action = TextCollector()
    fileprivate var tag = TextCollector()

    mutating func takeAction() -> enfold_string {
      tag.discard()
      return action.take()
    }
    mutating func takeTag() -> enfold_string {
      action.discard()
      return tag.take()
    }
  }

  /// Nil if nobody knows.
  func cause() -> Cause? {
    guard let function = table.cause else { return nil }
    var (action, tag) = (TextCollector(), TextCollector())
    withUnsafeMutablePointer(to: &action) { action in
      withUnsafeMutablePointer(to: &tag) { tag in
        function(
          table.user,
          { context, bytes, length in
            context?.assumingMemoryBound(to: TextCollector.self).pointee.append(bytes, length)
          }, action, tag)
      }
    }
    return Cause(action: action, tag: tag)
  }

  private typealias Function =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int, UnsafeMutablePointer<enfold_error>?
    ) -> enfold_status

  private static let errors = [ENFOLD_BAD_JSON, ENFOLD_BAD_STATE, ENFOLD_LIMIT, ENFOLD_STALE, ENFOLD_FAILED]

  /// Calls a function of the plugin. Its result is not trusted.
  private func call(
    _ name: StaticString, _ function: Function?, _ text: UnsafeRawBufferPointer?
  ) throws(RuntimeError) -> enfold_status {
    var error = enfold_error()
    error.struct_size = UInt32(MemoryLayout<enfold_error>.size)
    error.offset = .max
    let status =
      function?(table.user, text?.assumingMemoryBound(to: CChar.self).baseAddress, text?.count ?? 0, &error)
      ?? enfold_status(ENFOLD_OK)
    if status == ENFOLD_OK || status == ENFOLD_QUEUED { return status }
    guard Self.errors.contains(Int(status)) else {
      throw RuntimeError(ENFOLD_FAILED, unexpectedStatusMessage(status, of: "plugin", from: name))
    }
    let message = readMessage(&error)
    throw RuntimeError(
      Int(status), message.isEmpty ? statusMessage(status) : message, offset: error.offset
    ).withOffset(upTo: text?.count ?? 0)
  }
}
