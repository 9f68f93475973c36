// CallbackFunction: the C function of a callback, a thunk or a closure of libffi.
import CEnfold
import CEnfoldSupport

/// A C function with a given prototype, and the slot that it leads to. First come the thunks of libenfold, which need no
/// executable memory; then closures of libffi. Functions are never freed, because nobody knows who still has their address.
enum CallbackFunction {
  typealias Made = (slot: UnsafeMutablePointer<enfold_callback_slot>, function: enfold_any_function)

  /// - Parameter isSignal: whether it may be called from signal handlers.
  static func make(for prototype: Prototype, isSignal: Bool) throws(RuntimeError) -> Made {
    let reason = whyNoThunk(prototype, isSignal: isSignal)
    if reason == nil {
      var function: enfold_any_function?
      if let slot = enfold_thunk_take(&function), let function { return (slot, function) }
    }
    let why = reason ?? "the \(ENFOLD_THUNKS) functions of libenfold that need no executable memory are used up"
    if isSignal { throw RuntimeError(ENFOLD_UNSUPPORTED, "\"signal\" is not possible for \(prototype.name): \(why)") }
    return try makeClosure(prototype, because: why)
  }

  /// Why a prototype cannot have a thunk; nil if it can.
  private static func whyNoThunk(_ prototype: Prototype, isSignal: Bool) -> String? {
    if isSignal, let text = prototype.parameters.first(where: { $0.type.kind == .text }) {
      return "its parameter \(text.name) is a text, which cannot be read in a signal handler"
    }
    let most = Int(enfold_thunk_words())
    if most == 0 { return "libenfold has no functions of its own on this platform" }
    if prototype.parameters.count > most { return "it has \(prototype.parameters.count) parameters, more than \(most)" }
    if prototype.result.kind.isFloating { return "its result is \(prototype.result.spelling)" }
    guard let first = prototype.parameters.first(where: { $0.type.kind.isFloating }) else { return nil }
    return "its parameter \(first.name) is \(first.type.spelling)"
  }

  private static func makeClosure(_ prototype: Prototype, because why: String) throws(RuntimeError) -> Made {
    let signature: FunctionSignature
    do throws(RuntimeError) {
      signature = try FunctionSignature(prototype)
    } catch {
      throw RuntimeError(Int(error.status), "\(prototype.name) needs libffi, because \(why): \(error.message)")
    }
    return try CallbackClosure.make(prototype, signature, because: why)
  }
}

extension CType.Kind {
  fileprivate var isFloating: Bool { self == .float || self == .double }
}
