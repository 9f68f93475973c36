// ActionEmitter: the code by which an @Action enum reads its values from JSON.
import SwiftSyntax

extension ActionEmitter {
  var read: String {
    let branches = cases.map { "  case \($0.index):\n\(read($0))" }
    return """
      \(access)static func _$read(
        case index: Int, hasPayload: Bool, from reader: inout Enfold.JSONReader
      ) throws(Enfold.JSONError) -> Self {
        switch index {
      \(branches.joined(separator: "\n"))
        default: throw reader.mismatch("unknown action")
        }
      }
      """
  }

  private func read(_ action: ActionCase) -> String {
    let name = quoted(action.name)
    switch action.form {
    case .none:
      return """
            try Enfold.CaseReading.none(\(name), hasPayload, &reader)
            return .\(action.identifier.text)
        """
    case .single(let value):
      let initial = value.defaultValue?.description ?? (value.type.isOptional ? "nil" : nil)
      let fallback = initial.map { ", default: \($0)" } ?? ""
      let note = action.isBinding ? "    Enfold.CaseReading.noteBinding(Self.self)\n" : ""
      return note + "    return .\(action.identifier.text)("
        + "try Enfold.CaseReading.single(\(name), hasPayload, &reader\(fallback)))"
    case .object:
      return """
        \(locals(action))
            if try Enfold.CaseReading.object(\(name), hasPayload, optional: \(isOptional(action)), &reader) {
        \(readObject(action))
            }
            return \(constructed(action))
        """
    case .array:
      let elements = action.values.map { value in
        "      if try Enfold.CaseReading.next(&reader, &isOpen) { \(readValue(value)) }\n"
      }
      return """
        \(locals(action))
            var isOpen = try Enfold.CaseReading.array(hasPayload, &reader)
            if isOpen {
        \(elements.joined())      try Enfold.CaseReading.close(
                &reader, isOpen, \(name), takes: \(action.values.count), all: \(!action.values.contains(where: \.isOptional)))
            } else if try Enfold.CaseReading.object(\(name), hasPayload, optional: \(isOptional(action)), &reader) {
        \(readObject(action))
            }
            return \(constructed(action))
        """
    }
  }

  /// Declares a variable for each value. If a value has no default, its variable is an optional that begins as nil. So
  /// a value that is absent differs from one that is null.
  private func locals(_ action: ActionCase) -> String {
    action.values.map { value in
      let type = value.type.trimmedDescription
      if let initial = value.defaultValue { return "    var \(value.local): \(type) = \(initial)" }
      return "    var \(value.local): (\(type))? = nil"
    }.joined(separator: "\n")
  }

  private func readObject(_ action: ActionCase) -> String {
    let members = action.values.map { ObjectMember(key: $0.key, read: readValue($0)) }
    // Values without labels are usually an array. So their object is rare, and needs no fast way.
    let loop =
      if case .array = action.form {
        readMembers(members, of: quoted(action.name))
      } else {
        readMembersInOrder(members, of: quoted(action.name))
      }
    return loop.indented.indented.indented
  }

  private func readValue(_ value: ActionCase.Value) -> String {
    let function = value.defaultValue == nil ? "fill" : "read"
    return "try Enfold.JSONFields.\(function)(&\(value.local), \(quoted(value.key)), from: &reader)"
  }

  private func constructed(_ action: ActionCase) -> String {
    action.construct { value in
      guard value.defaultValue == nil else { return value.local }
      return "try Enfold.JSONFields.required("
        + "\(value.local), \(quoted(value.key)), of: \(quoted(action.name)), in: &reader)"
    }
  }

  private func isOptional(_ action: ActionCase) -> Bool { action.values.allSatisfy(\.isOptional) }
}
