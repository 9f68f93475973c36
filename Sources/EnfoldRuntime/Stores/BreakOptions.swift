// BreakOptions: the JSON options of enfold_store_break.
import CEnfold
import EnfoldJSON

/// What `enfold_store_break` is to do: exactly one of these.
enum BreakOptions {
  case action(String)
  case path(String)
  case remove(UInt64)
  case clear

  init(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    var found: [BreakOptions] = []
    try readOptions(text, known: "action, clear, path, remove") { (key, reader) throws(JSONError) -> Bool in
      _ = reader.peek()
      let offset = reader.offset
      switch key {
      case "action":
        let name = try reader.readString()
        if name.split(separator: "/", omittingEmptySubsequences: false).contains("") {
          throw JSONError(
            code: .mismatch, offset: offset,
            message:
              "\"action\" is \"\(name)\"; it is the name of an action, or names with a / between them: add, detail/rename"
          )
        }
        found.append(.action(name))
      case "path": found.append(.path(try reader.readString()))
      case "remove": found.append(.remove(try UInt64(json: &reader)))
      case "clear":
        guard try reader.readBool() else {
          throw JSONError(code: .mismatch, offset: offset, message: "\"clear\" is false; it is true, or left out")
        }
        found.append(.clear)
      default: return false
      }
      return true
    }
    guard found.count == 1, let only = found.first else {
      throw .invalid(
        "options: exactly one of \"action\", \"path\", \"remove\" and \"clear\" is needed, and there are \(found.count)"
      )
    }
    self = only
  }
}

extension HostScope {
  /// Adds a breakpoint, and returns its number; or removes breakpoints, and returns 0.
  func breakpoint(_ options: BreakOptions) throws(RuntimeError) -> UInt64 {
    switch options {
    case .action(let name):
      guard part?.template == nil else {
        throw RuntimeError(
          ENFOLD_UNSUPPORTED, "the actions of a scope with a template are the store's: add the breakpoint to the store")
      }
      return try store.addBreakpoint(before: name)
    case .path(var path):
      // The standard library's closure cannot throw a typed error, so it returns a Result.
      return try path.withUTF8 { text in
        Result { () throws(RuntimeError) in try store.addBreakpoint(behind: UnsafeRawBufferPointer(text), of: self) }
      }.mapError { $0.withoutOffset }.get()
    case .remove(let number): try store.removeBreakpoint(number)
    case .clear: try store.removeBreakpoints()
    }
    return 0
  }
}
