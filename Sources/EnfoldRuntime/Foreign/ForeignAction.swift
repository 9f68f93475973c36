// ForeignAction: an action of a reducer that is written in C.
import CEnfold
import Enfold
import EnfoldPlugin

/// An action, kept as its JSON text.
struct ForeignAction: JSONEncodable, Sendable {
  let text: ShortText

  init(json reader: inout JSONReader, checkedBy reducer: ForeignReducer) throws(JSONError) {
    _ = reader.peek()
    let offset = reader.offset
    let raw = try reader.rawValue()
    text = ShortText(raw)
    guard let check = reducer.table.check else {
      do throws(JSONError) {
        try reducer.checks.action?(raw)
      } catch {
        throw JSONError(code: error.code, offset: offset + error.offset, message: error.message)
      }
      return
    }
    do throws(PluginError) {
      try reducer.call("check", about: raw.count) {
        check(reducer.table.user, raw.assumingMemoryBound(to: CChar.self).baseAddress, raw.count, $0)
      }
    } catch {
      let inside = error.offset == .max ? 0 : Int(error.offset)
      let code: JSONError.Code = error.isMisbehaviour ? .failure : .mismatch
      throw JSONError(code: code, offset: offset + inside, message: error.message)
    }
  }

  func writeJSON(to writer: inout JSONWriter) { text.withBytes { writer.raw($0) } }
}

extension ForeignAction: NamedAction {
  /// The name for diagnostics. It is found if the action has one of the usual forms.
  var actionName: String {
    text.withBytes { text in
      var reader = JSONReader(text, limits: .greatest)
      return (try? reader.readActionName()) ?? "an action without a name"
    }
  }
}

extension JSONReader {
  /// Reads the name from `"name"`, `{"name":…}` or `{"type":"name",…}`.
  fileprivate mutating func readActionName() throws(JSONError) -> String? {
    if peek() == .string { return try readString() }
    try beginObject()
    guard let key = try nextKey() else { return nil }
    let name = key.string
    return name == "type" && peek() == .string ? try readString() : name
  }
}
