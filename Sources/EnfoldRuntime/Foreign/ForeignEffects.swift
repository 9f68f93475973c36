// ForeignEffects: the actions and requests of a reducer in C while it reduces an action.
import CEnfold
import Enfold
import EnfoldPlugin
import Glibc

/// Collects the effects that `reduce` asks for. Its first member is the struct that C sees.
struct ForeignEffects {
  private let table = enfold_effects(
    struct_size: UInt32(MemoryLayout<enfold_effects>.size),
    send: { table, action, length, error in
      add(to: table, error) { (requests) throws(PluginError) in
        .send(try requests.action(try given(action, length, "action")))
      }
    },
    request: { table, name, nameLength, payload, payloadLength, options, optionsLength, error in
      add(to: table, error) { (requests) throws(PluginError) in
        try requests.request(
          try given(name, nameLength, "name"), payload: try optional(payload, payloadLength, "payload"),
          try optional(options, optionsLength, "options"))
      }
    },
    cancel: { table, id, length, error in
      add(to: table, error) { (_) throws(PluginError) in
        .cancel(id: try string(try given(id, length, "id"), "id"))
      }
    })
  private let requests: ForeignRequests
  private var effects: [Effect<ForeignAction>] = []

  init(_ requests: ForeignRequests) { self.requests = requests }

  /// Returns all of them, which begin in the order in which they were asked for, and forgets them.
  mutating func take() -> Effect<ForeignAction> {
    if effects.isEmpty { return .none }
    defer { effects = [] }
    return .merge(effects)
  }

  private static func add(
    to table: UnsafePointer<enfold_effects>?, _ error: UnsafeMutablePointer<enfold_error>?,
    _ make: (ForeignRequests) throws(PluginError) -> Effect<ForeignAction>
  ) -> enfold_status {
    guard let table else { return Status.invalid }
    let call = UnsafeMutableRawPointer(mutating: table).assumingMemoryBound(to: ForeignEffects.self)
    do throws(PluginError) {
      // First `make`, then the append: `make` may call the reducer's check, so nothing of `call` may be accessed meanwhile.
      let effect = try make(call.pointee.requests)
      call.pointee.effects.append(effect)
      return Status.ok
    } catch let failure {
      if let error { fill(error, failure.status, failure.message, offset: failure.offset) }
      return failure.status
    }
  }
}

private func given(
  _ start: UnsafePointer<CChar>?, _ length: Int, _ parameter: StaticString
) throws(PluginError) -> UnsafeRawBufferPointer {
  guard let text = try optional(start, length, parameter) else {
    throw PluginError(Status.invalid, "\(parameter) is NULL; a text is needed")
  }
  return text
}

/// A text that need not be given. Its length may be ENFOLD_NUL, which is -1 here.
private func optional(
  _ start: UnsafePointer<CChar>?, _ length: Int, _ parameter: StaticString
) throws(PluginError) -> UnsafeRawBufferPointer? {
  guard let start else {
    if length == 0 || length == -1 { return nil }
    throw PluginError(Status.invalid, "\(parameter) is NULL, but its length is neither 0 nor ENFOLD_NUL")
  }
  let count = length == -1 ? strlen(start) : length
  guard let text = writtenPiece(start, count) else {
    throw PluginError(
      Status.invalid, "the length of \(parameter) is out of range; a number of bytes or ENFOLD_NUL is needed")
  }
  return text
}

func string(_ text: UnsafeRawBufferPointer, _ parameter: StaticString) throws(PluginError) -> String {
  do throws(UTF8.ValidationError) {
    return String(copying: try UTF8Span(validating: text.assumingMemoryBound(to: UInt8.self).span))
  } catch {
    throw PluginError(Status.invalid, "\(parameter) is not UTF-8", offset: UInt64(error.byteOffsets.lowerBound))
  }
}
