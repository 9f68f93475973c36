// InspectControl: does what an inspector asks for, through the functions of enfold.h.
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldJSON
import EnfoldPlugin
import Glibc

/// The commands of one connection. Used by the server's thread only.
final class InspectControl {
  private let inspector: Inspector
  /// The stores that it holds, and the breakpoints that it has made, by their handles.
  private(set) var held: Set<UInt64> = []
  private var breakpoints: [UInt64: Set<UInt64>] = [:]

  init(_ inspector: Inspector) { self.inspector = inspector }

  /// What a line asks for.
  private struct Command {
    var id = "null"
    var name = ""
    var store: UInt64 = 0
    var pointer = ""
    var depth = Int.max
    var isOn = true
    /// JSON.
    var action = TraceTexts.nothing, state = TraceTexts.nothing, options = TraceTexts.nothing
  }

  /// Why a command is not done.
  private struct Refusal: Error {
    var status = "ENFOLD_INVALID"
    let message: String
    var offset: UInt64?
  }

  /// Does what a line says. Returns the line that answers it.
  func answer(_ line: UnsafeRawBufferPointer) -> [UInt8] {
    var writer = JSONWriter(capacity: 256)
    var command = Command()
    var problem: Refusal?
    do throws(Refusal) {
      try read(line, &command)
      writer.literal("{\"reply\":")
      writer.literal(text: command.id)
      try perform(command, &writer)
    } catch { problem = error }
    if let problem {
      writer.removeAll()
      writer.literal("{\"reply\":")
      writer.literal(text: command.id)
      writer.literal(",\"error\":{\"status\":")
      writer.write(problem.status)
      writer.literal(",\"message\":")
      writer.write(problem.message)
      if let offset = problem.offset {
        writer.literal(",\"offset\":")
        writer.write(offset)
      }
      writer.literal("}")
    }
    writer.literal("}\n")
    return writer.withBytes { Array($0) }
  }

  private func read(_ line: UnsafeRawBufferPointer, _ command: inout Command) throws(Refusal) {
    var reader = JSONReader(line, limits: JSONLimits(depth: JSONLimits.stateDepth + 8, bytes: .max))
    do throws(JSONError) {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "id": command.id = String(decoding: try reader.rawValue(), as: UTF8.self)
        case "do": command.name = try reader.readString()
        case "store": command.store = try reader.readInteger()
        case "pointer": command.pointer = try reader.readString()
        case "depth": command.depth = max(try reader.readInteger(Int.self), 0)
        case "on": command.isOn = try reader.readBool()
        case "action": command.action = try reader.rawValue()
        case "state": command.state = try reader.rawValue()
        case "options": command.options = try reader.rawValue()
        default: try reader.skipValue()
        }
      }
      try reader.finish()
    } catch {
      throw Refusal(
        status: "ENFOLD_BAD_JSON", message: "the line is no command: \(error.message)", offset: UInt64(error.offset))
    }
  }

  // MARK: Commands

  private func perform(_ command: Command, _ writer: inout JSONWriter) throws(Refusal) {
    switch command.name {
    case "record":
      do throws(RuntimeError) {
        try inspector.record(command.isOn)
      } catch { throw Refusal(message: error.message) }
    case "features": try text(&writer, "features") { enfold_runtime_features(inspector.runtime.handle, $0, $1) }
    case "stats": try text(&writer, "stats") { enfold_runtime_stats(inspector.runtime.handle, $0, $1) }
    case "state": try state(command, &writer)
    case "send", "restore", "hold", "step", "break": try change(command, &writer)
    default:
      let known = "record, features, stats, state, send, restore, hold, step, break"
      throw Refusal(message: "\"do\" is \"\(command.name)\"; known: \(known)")
    }
  }

  private func handle(_ command: Command) throws(Refusal) -> UInt64 {
    guard let handle = inspector.store(command.store) else {
      throw Refusal(status: "ENFOLD_NOT_FOUND", message: "there is no store \(command.store) in the recording")
    }
    return handle
  }

  private func change(_ command: Command, _ writer: inout JSONWriter) throws(Refusal) {
    guard inspector.options.control else {
      throw Refusal(
        status: "ENFOLD_UNSUPPORTED",
        message:
          "this program may be looked at, but not controlled: ENFOLD_INSPECT=control, or {\"control\":true}, allows it")
    }
    let store = try handle(command)
    switch command.name {
    case "send":
      let status = try call { enfold_store_send(store, command.action.chars, command.action.count, nil, $0) }
      writer.literal(status == ENFOLD_QUEUED ? ",\"queued\":true" : ",\"queued\":false")
    case "restore":
      if let pointer = firstRedacted(command.state) {
        throw Refusal(message: "the state has a redacted value at \"\(pointer)\", and cannot be restored")
      }
      try call { enfold_store_restore(store, command.state.chars, command.state.count, $0) }
    case "hold":
      // What somebody else holds stays held when this inspector has gone.
      let isHeld = inspector.runtime.isHeld(store)
      try call { enfold_store_hold(store, command.isOn ? 1 : 0, $0) }
      if !command.isOn { held.remove(store) } else if !isHeld { held.insert(store) }
    case "step":
      var done: UInt32 = 0
      try call { enfold_store_step(store, &done, $0) }
      writer.literal(done != 0 ? ",\"done\":true" : ",\"done\":false")
    default:
      var number: UInt64 = 0
      try call { enfold_store_break(store, command.options.chars, command.options.count, &number, $0) }
      if number != 0 { breakpoints[store, default: []].insert(number) }
      writer.literal(",\"breakpoint\":")
      writer.write(number)
    }
  }

  /// The controller has gone: what it holds goes on.
  ///
  /// - Parameter others: the stores that the next one holds.
  func letGo(keeping others: Set<UInt64> = []) {
    for store in held.subtracting(others) { _ = enfold_store_hold(store, 0, nil) }
    for (store, numbers) in breakpoints {
      for number in numbers { _ = enfold_store_break(store, "{\"remove\":\(number)}", -1, nil, nil) }
      // One of them may have stopped it.
      if inspector.runtime.isStopped(store), !others.contains(store) { _ = enfold_store_hold(store, 0, nil) }
    }
    (held, breakpoints) = ([], [:])
  }

  var isHolding: Bool { !held.isEmpty || !breakpoints.isEmpty }

  // MARK: Looking

  private func state(_ command: Command, _ writer: inout JSONWriter) throws(Refusal) {
    let store = try handle(command)
    var (revision, after, tries): (UInt64, UInt64, Int) = (0, 0, 0)
    var value = JSONValue.null
    repeat {
      try call { enfold_store_revision(store, &revision, $0) }
      value = try self.value(of: store, at: command.pointer)
      try call { enfold_store_revision(store, &after, $0) }
      tries += 1
    } while revision != after && tries < 8
    var cuts: [String] = []
    let shown = command.depth == .max ? value : value.cut(to: command.depth, at: .root, &cuts)
    // A store that is never at rest: nobody knows of which revision the state is.
    if revision == after {
      writer.literal(",\"revision\":")
      writer.write(revision)
    }
    writer.literal(",\"state\":")
    shown.writeJSON(to: &writer)
    if !cuts.isEmpty {
      writer.literal(",\"cut\":")
      cuts.writeJSON(to: &writer)
    }
  }

  /// What is at a place of a state, without what is redacted.
  private func value(of store: UInt64, at pointer: String) throws(Refusal) -> JSONValue {
    var text = enfold_string()
    try call { enfold_store_state(store, pointer, pointer.utf8.count, &text, $0) }
    defer { enfold_string_free(&text) }
    let bytes = UnsafeRawBufferPointer(start: text.data, count: text.length)
    var pointer = pointer
    let redacted = pointer.withUTF8 { inspector.runtime.redacted(store, bytes, UnsafeRawBufferPointer($0)) }
    func parsed(_ bytes: UnsafeRawBufferPointer) -> JSONValue {
      var reader = JSONReader(bytes, limits: JSONLimits(depth: JSONLimits.stateDepth, bytes: .max))
      return (try? JSONValue(json: &reader)) ?? .null
    }
    return redacted?.withUnsafeBytes { parsed($0) } ?? parsed(bytes)
  }

  private func firstRedacted(_ text: UnsafeRawBufferPointer) -> String? {
    var reader = JSONReader(text, limits: JSONLimits(depth: JSONLimits.stateDepth, bytes: .max))
    return (try? JSONValue(json: &reader))?.pointer(of: .string(MessageMask.replacement))
  }

  private func text(
    _ writer: inout JSONWriter, _ name: StaticString,
    _ body: (UnsafeMutablePointer<enfold_string>, UnsafeMutablePointer<enfold_error>) -> enfold_status
  ) throws(Refusal) {
    var text = enfold_string()
    try call { body(&text, $0) }
    defer { enfold_string_free(&text) }
    writer.literal(",\"")
    writer.literal(name)
    writer.literal("\":")
    writer.raw(UnsafeRawBufferPointer(start: text.data, count: text.length))
  }

  @discardableResult private func call(
    _ body: (UnsafeMutablePointer<enfold_error>) -> enfold_status
  ) throws(Refusal) -> enfold_status {
    var error = enfold_error()
    error.struct_size = UInt32(MemoryLayout<enfold_error>.size)
    error.offset = .max
    let status = body(&error)
    if status >= 0 { return status }
    throw Refusal(
      status: String(cString: enfold_status_name(status)), message: readMessage(&error),
      offset: error.offset == .max ? nil : error.offset)
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var chars: UnsafePointer<CChar>? { baseAddress?.assumingMemoryBound(to: CChar.self) }
}

extension JSONWriter {
  /// Writes JSON that is there already.
  fileprivate mutating func literal(text: String) {
    var text = text
    text.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }
}

extension JSONValue {
  /// The value with empty lists and objects where it is deeper. Their places are added to `cuts`.
  fileprivate func cut(to depth: Int, at path: JSONPath, _ cuts: inout [String]) -> JSONValue {
    switch self {
    case .array(let elements) where !elements.isEmpty:
      if depth > 0 {
        return .array(elements.enumerated().map { $1.cut(to: depth - 1, at: path.appending(String($0)), &cuts) })
      }
      cuts.append(path.pointer)
      return []
    case .object(let object) where !object.isEmpty:
      guard depth > 0 else {
        cuts.append(path.pointer)
        return [:]
      }
      var result = JSONObject()
      for (key, value) in object.members { result[key] = value.cut(to: depth - 1, at: path.appending(key), &cuts) }
      return .object(result)
    default: return self
    }
  }

  /// Where a value is inside this one, first; nil if it is nowhere.
  fileprivate func pointer(of value: JSONValue, at path: JSONPath = .root) -> String? {
    if self == value { return path.pointer }
    switch self {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let found = element.pointer(of: value, at: path.appending(String(index))) { return found }
      }
    case .object(let object):
      for (key, inner) in object.members {
        if let found = inner.pointer(of: value, at: path.appending(key)) { return found }
      }
    default: break
    }
    return nil
  }
}
