// ForeignRequests: makes effects from the requests of a reducer in C.
import CEnfold
import Enfold
import EnfoldPlugin

/// Asks the host for the reducer of a store.
struct ForeignRequests: Sendable {
  private let reducer: ForeignReducer
  private let limits: JSONLimits
  private let host: Host

  init(_ reducer: ForeignReducer, _ options: PluginStoreOptions, _ host: Host) {
    self.reducer = reducer
    limits = options.texts.limits
    self.host = host
  }

  /// Reads an action, as if it was sent.
  func action(_ text: UnsafeRawBufferPointer) throws(PluginError) -> ForeignAction {
    do throws(JSONError) {
      return try read(text)
    } catch {
      throw PluginError(error, mismatch: Status.badAction)
    }
  }

  private func read(_ text: UnsafeRawBufferPointer) throws(JSONError) -> ForeignAction {
    var reader = JSONReader(text, limits: limits)
    do throws(JSONError) {
      let action = try ForeignAction(json: &reader, checkedBy: reducer)
      try reader.finish()
      return action
    } catch {
      throw reader.checkRest(after: error)
    }
  }

  /// The effect of one request. Everything that can be checked is checked now.
  func request(
    _ name: UnsafeRawBufferPointer, payload: UnsafeRawBufferPointer?, _ options: UnsafeRawBufferPointer?
  ) throws(PluginError) -> Effect<ForeignAction> {
    let name = try string(name, "name")
    if name.isEmpty { throw PluginError(Status.invalid, "name is empty; the name of a request is needed") }
    if name.utf8.contains(0) { throw PluginError(Status.invalid, "name contains U+0000; no request has such a name") }
    let payload =
      try payload.map { (payload) throws(PluginError) in try json(payload, "payload") } ?? Array("null".utf8)
    let options = try RequestOptions(options, limits)
    try check(options.answer)
    try check(options.failure)
    return effect(name, payload, options)
  }

  /// Checks a text that must be JSON.
  private func json(_ text: UnsafeRawBufferPointer, _ parameter: StaticString) throws(PluginError) -> [UInt8] {
    var reader = JSONReader(text, limits: limits)
    do throws(JSONError) {
      try reader.skipValue()
      try reader.finish()
    } catch {
      var error = PluginError(error, mismatch: Status.invalid)
      error.message = "\(parameter): \(error.message)"
      throw error
    }
    return Array(text)
  }

  /// Checks a template without places, which must be an action. Others cannot be checked before the texts for their places are
  /// known.
  private func check(_ template: RequestOptions.Template?) throws(PluginError) {
    guard let template, template.action.places.isEmpty else { return }
    do throws(PluginError) {
      _ = try template.action.bytes.withUnsafeBytes { bytes in
        Result { () throws(PluginError) in try action(bytes) }
      }.get()
    } catch {
      var error = error
      error.message = "\"\(template.option)\": \(error.message)"
      if error.offset != .max { error.offset += UInt64(template.offset) }
      throw error
    }
  }

  private func effect(_ name: String, _ payload: [UInt8], _ options: RequestOptions) -> Effect<ForeignAction> {
    let origin = EffectOrigin(outside: "the request \"\(name)\" of \(reducer.name)")
    let work = Effect<ForeignAction>.run(origin) { [self] send in
      do {
        try await ask(name, payload, options, send)
      } catch let error where !(error is CancellationError) {
        guard let failure = options.failure else { throw error }
        await send(try failed(failure.action, error))
      }
    }
    guard let id = options.id else { return work }
    return work.cancellable(id: id, cancelInFlight: options.cancelsInFlight)
  }

  nonisolated(nonsending) private func ask(
    _ name: String, _ payload: [UInt8], _ options: RequestOptions, _ send: Send<ForeignAction>
  ) async throws {
    let decode: @Sendable (UnsafeRawBufferPointer) -> Result<ForeignAction?, JSONError> = { [self] text in
      Result { () throws(JSONError) in try answer(text, options.answer?.action) }
    }
    guard options.isStream else {
      if let action = try await host.call(name, payload, decode) { await send(action) }
      return
    }
    for try await action in host.stream(name, payload, buffer: options.buffer, decode) {
      if let action { await send(action) }
    }
  }

  /// The action that an answer makes. An error about the answer has an offset in it.
  private func answer(
    _ text: UnsafeRawBufferPointer, _ template: JSONTemplate?
  ) throws(JSONError) -> ForeignAction? {
    guard let template else { return nil }
    var starts: [Int] = []
    var filled = JSONWriter(capacity: template.bytes.count + text.count)
    template.write(to: &filled) { _, writer in
      starts.append(writer.count)
      writer.raw(text)
    }
    return try filled.withBytes { bytes -> Result<ForeignAction, JSONError> in
      Result { () throws(JSONError) in
        do throws(JSONError) {
          return try read(bytes)
        } catch {
          let place = starts.last { $0 <= error.offset } ?? 0
          let offset = error.offset - place
          // Too deep an action is a wrong answer: ENFOLD_LIMIT would mean that the host may try again.
          let code = error.code == .limit ? .mismatch : error.code
          throw JSONError(code: code, offset: offset <= text.count ? offset : 0, message: error.message)
        }
      }
    }.get()
  }

  private func failed(_ template: JSONTemplate, _ error: any Error) throws -> ForeignAction {
    var text = JSONWriter(capacity: 64)
    template.write(to: &text) { $1.write("\(error)") }
    return try text.withBytes { bytes in
      Result { () throws(JSONError) in try read(bytes) }
    }.mapError { ActionError("\(error); and the action about that was refused: \($0)") }.get()
  }
}

/// The options of `request` of `enfold_effects`.
private struct RequestOptions: Sendable {
  struct Template: Sendable {
    let option: StaticString
    let action: JSONTemplate
    /// Where it begins in the options.
    let offset: Int
  }

  var answer: Template?
  var failure: Template?
  var isStream = false
  var buffer = 256
  var id: String?
  var cancelsInFlight = false

  init(_ text: UnsafeRawBufferPointer?, _ limits: JSONLimits) throws(PluginError) {
    guard let text, !text.isEmpty else { return }
    var reader = JSONReader(text)
    do throws(JSONError) {
      try reader.readMembers(known: "answer, failure, stream, buffer, id, cancelInFlight") {
        (key, reader) throws(JSONError) -> Bool in
        switch key {
        case "answer": answer = try Self.template("answer", "answer", &reader, limits)
        case "failure": failure = try Self.template("failure", "error", &reader, limits)
        case "stream": isStream = try reader.readBool()
        case "buffer": buffer = try Self.count(&reader)
        case "id": id = try reader.readString()
        case "cancelInFlight": cancelsInFlight = try reader.readBool()
        default: return false
        }
        return true
      }
      try reader.finish()
    } catch {
      var error = PluginError(
        error.code == .mismatch ? reader.checkRest(after: error) : error, mismatch: Status.invalid)
      error.message = "options: \(error.message)"
      throw error
    }
    if cancelsInFlight, id == nil { throw PluginError(Status.invalid, "options: \"cancelInFlight\" needs an \"id\"") }
  }

  private static func template(
    _ option: StaticString, _ place: String, _ reader: inout JSONReader, _ limits: JSONLimits
  ) throws(JSONError) -> Template {
    _ = reader.peek()
    let offset = reader.offset
    let text = try reader.rawValue()
    do throws(JSONError) {
      return Template(option: option, action: try JSONTemplate(text, names: [place], limits: limits), offset: offset)
    } catch {
      throw JSONError(code: error.code, offset: offset + error.offset, message: error.message)
    }
  }

  private static func count(_ reader: inout JSONReader) throws(JSONError) -> Int {
    _ = reader.peek()
    let offset = reader.offset
    let count = try Int(json: &reader)
    guard count >= 1 else {
      throw JSONError(code: .mismatch, offset: offset, message: "\"buffer\" is \(count); at least 1 is needed")
    }
    return count
  }
}
