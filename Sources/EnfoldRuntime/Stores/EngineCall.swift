// EngineCall: calls an engine. Its results are not trusted, and its enfold_error becomes a Swift error here.
import CEnfold
import CEnfoldSupport
import EnfoldPlugin
import Glibc

extension HostStore {
  /// Calls a function of the engine and throws the error that it reports. If there is none, this costs only a few
  /// writes to memory.
  ///
  /// - Parameters:
  ///   - function: its name in `enfold_engine`, for messages.
  ///   - length: the length of the longest text that the function gets. An offset beyond that is left out.
  ///   - highest: the greatest status that it may return.
  @inline(__always) func callEngine(
    _ function: StaticString, about length: Int = 0, highest: Int = ENFOLD_OK,
    _ call: (UnsafeMutablePointer<enfold_error>) -> enfold_status
  ) throws(RuntimeError) -> enfold_status {
    var failure: RuntimeError?
    let status = withUnsafeTemporaryAllocation(of: enfold_error.self, capacity: 1) { buffer in
      // Of the 496 bytes of the message only the first is written.
      let error = buffer.baseAddress.unsafelyUnwrapped
      error.pointer(to: \.struct_size)?.pointee = UInt32(MemoryLayout<enfold_error>.size)
      error.pointer(to: \.code)?.pointee = 0
      error.pointer(to: \.offset)?.pointee = .max
      let message = UnsafeMutableRawPointer(error) + MemoryLayout<enfold_error>.offset(of: \.message).unsafelyUnwrapped
      message.storeBytes(of: 0, as: UInt8.self)
      let status = insideCallback { call(error) }
      if status < 0 || status > highest { failure = engineError(function, status, error, message, length) }
      return status
    }
    if let failure { throw failure }
    return status
  }

  /// The error that an engine reported; its message may be missing.
  @inline(never) private func engineError(
    _ function: StaticString, _ status: enfold_status, _ error: UnsafePointer<enfold_error>,
    _ message: UnsafeMutableRawPointer, _ length: Int
  ) -> RuntimeError {
    guard status < 0, enfold_status_is_known(status) else {
      return RuntimeError(ENFOLD_FAILED, unexpectedStatusMessage(status, of: "feature \(feature)", from: function))
    }
    let capacity = MemoryLayout.size(ofValue: error.pointee.message)
    let bytes = UnsafeRawBufferPointer(
      start: message, count: strnlen(message.assumingMemoryBound(to: CChar.self), capacity))
    let text = bytes.isEmpty ? statusMessage(status) : String(decoding: bytes, as: UTF8.self)
    return RuntimeError(Int(status), text, offset: error.pointee.offset).withOffset(upTo: length)
  }
}
