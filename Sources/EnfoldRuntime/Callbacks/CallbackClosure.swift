// CallbackClosure: a C function that libffi makes for a prototype without a thunk.
import CEnfold
import CEnfoldFFI
import CEnfoldSupport
import Enfold
import Glibc

/// The target of a closure of libffi. It lives for ever, because its function does.
final class CallbackClosure: @unchecked Sendable {
  // Unchecked: nothing changes after `make`, and what the slot points to says who may use it.
  private let slot = enfold_callback_slot_make()
  private let prototype: Prototype
  /// libffi uses it for each call.
  private let signature: FunctionSignature
  private var closure: OpaquePointer?

  /// Keeps all closures, so that tools which look for lost memory find them.
  private final class All: @unchecked Sendable {
    // Unchecked: the list is used with the lock held only.
    let lock = Lock()
    var list: [CallbackClosure] = []
  }
  private static let all = All()

  private init(_ prototype: Prototype, _ signature: FunctionSignature) {
    self.prototype = prototype
    self.signature = signature
  }

  deinit { free(slot) }

  /// - Parameter why: why no thunk will do, for the message.
  static func make(
    _ prototype: Prototype, _ signature: FunctionSignature, because why: String
  ) throws(RuntimeError) -> CallbackFunction.Made {
    let made = CallbackClosure(prototype, signature)
    var function: enfold_any_function?
    made.closure = enfold_ffi_closure_create(
      signature.pointer,
      { user, result, arguments in
        guard let user else { return }
        Unmanaged<CallbackClosure>.fromOpaque(user)._withUnsafeGuaranteedRef { $0.enter(result, arguments) }
      }, Unmanaged.passUnretained(made).toOpaque(), &function)
    let problem = errno
    guard made.closure != nil, let function else {
      let need = "\(prototype.name) needs executable memory, because \(why)"
      guard problem == EACCES else { throw RuntimeError(ENFOLD_IO, "\(need): \(String(cString: strerror(problem)))") }
      throw RuntimeError(
        ENFOLD_UNSUPPORTED,
        "\(need); the system gives none: SELinux forbids it, MemoryDenyWriteExecute of systemd, or PR_SET_MDWE")
    }
    all.lock.withLock { all.list.append(made) }
    return (made.slot, function)
  }

  private func enter(_ result: UnsafeMutableRawPointer, _ arguments: UnsafePointer<UnsafeMutableRawPointer?>?) {
    let parameters = prototype.parameters
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: max(parameters.count, 1)) { words in
      guard let start = words.baseAddress else { return }
      for (index, parameter) in parameters.enumerated() {
        (start + index).initialize(to: arguments?[index].map { CValue(at: $0, parameter.type).bits } ?? 0)
      }
      enfold_callback_slot_enter(slot, start)
    }
    CValue(bits: slot.pointee.answer).storeResult(at: result, prototype.result)
  }
}
