// FunctionSignature: how libffi passes the values of a prototype.
import CEnfold
import CEnfoldFFI

/// The signature of a function, made once and used by any number of calls.
final class FunctionSignature: @unchecked Sendable {
  // Unchecked: nothing changes after init, and calls only read what is behind the pointer.
  let pointer: OpaquePointer

  /// - Throws: `ENFOLD_UNSUPPORTED` if libffi is not installed, `ENFOLD_IO` if the system refuses to load it.
  init(_ prototype: Prototype) throws(RuntimeError) {
    try Self.openLibrary()
    let types = prototype.parameters.map { $0.type.passing }
    guard let made = enfold_ffi_prepare(prototype.result.passing, types, UInt32(clamping: types.count)) else {
      throw RuntimeError(ENFOLD_UNSUPPORTED, "libffi cannot call \(prototype.name.shortened)")
    }
    pointer = made
  }

  deinit { enfold_ffi_signature_free(pointer) }

  private static func openLibrary() throws(RuntimeError) {
    var isMissing = false
    let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { room -> String? in
      guard let reason = room.baseAddress, !enfold_ffi_open(reason, room.count, &isMissing) else { return nil }
      return String(cString: reason)
    }
    guard let reason else { return }
    throw isMissing
      ? RuntimeError(ENFOLD_UNSUPPORTED, "libffi is not installed: \(reason)")
      : RuntimeError(ENFOLD_IO, "libffi cannot be loaded: \(reason)")
  }
}

extension CType {
  /// How libffi passes it.
  fileprivate var passing: UInt8 {
    let type =
      switch kind {
      case .void: ENFOLD_FFI_VOID
      case .bool: ENFOLD_FFI_U8
      case .integer(1, let isSigned): isSigned ? ENFOLD_FFI_S8 : ENFOLD_FFI_U8
      case .integer(2, let isSigned): isSigned ? ENFOLD_FFI_S16 : ENFOLD_FFI_U16
      case .integer(4, let isSigned): isSigned ? ENFOLD_FFI_S32 : ENFOLD_FFI_U32
      case .integer(_, let isSigned): isSigned ? ENFOLD_FFI_S64 : ENFOLD_FFI_U64
      case .float: ENFOLD_FFI_FLOAT
      case .double: ENFOLD_FFI_DOUBLE
      case .text, .pointer: ENFOLD_FFI_POINTER
      }
    return UInt8(truncatingIfNeeded: type)
  }
}
