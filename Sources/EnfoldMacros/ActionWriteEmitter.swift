// ActionEmitter: the code by which an @Action enum writes and describes its JSON.
import SwiftSyntax

extension ActionEmitter {
  var write: String {
    let branches = cases.map { action -> String in
      let open = "{" + quoted(action.name) + ":"
      guard !action.values.isEmpty else {
        return "  case .\(action.identifier.text): writer.literal(\(quoted(open + "{}}")))"
      }
      return "  case \(action.pattern):\n" + writeValues(action, between: open, and: "}").indented.indented
    }
    // Other enums contain values of their own type in lists and dictionaries alone, which look at the stack themselves.
    let enter = isIndirect ? "  guard writer.enter() else { return }\n  defer { writer.leave() }\n" : ""
    return """
      \(access)func writeJSON(to writer: inout Enfold.JSONWriter) {
      \(enter)  switch self {
      \(branches.joined(separator: "\n"))
        }
      }
      """
  }

  /// Writes the values of a case.
  ///
  /// - Parameter path: the name of an empty path, if the code is for `writeJSON(at:to:)`. With it, the compiler does
  ///   not report a value without a JSON form a second time.
  private func writeValues(
    _ action: ActionCase, between open: String, and close: String, at path: String? = nil
  ) -> String {
    let prefixes: [String]
    let end: String
    switch action.form {
    case .none, .single: (prefixes, end) = ([""], "")
    case .array: (prefixes, end) = (action.values.map { $0.index == 0 ? "[" : "," }, "]")
    case .object:
      (prefixes, end) = (action.values.map { ($0.index == 0 ? "{" : ",") + quoted($0.key) + ":" }, "}")
    }
    var lines: [String] = []
    for (value, prefix) in zip(action.values, prefixes) {
      let literal = (value.index == 0 ? open : "") + prefix
      if !literal.isEmpty { lines.append("writer.literal(\(quoted(literal)))") }
      if let path {
        lines.append("_ = Enfold.JSONFields.write(\(value.local), at: \(path), to: &writer)")
      } else {
        let code = "Enfold.JSONFields.write(\(value.local), to: &writer)"
        lines.append(value.type.isScalar ? code : context.placing(code, at: value.type))
      }
    }
    if !(end + close).isEmpty { lines.append("writer.literal(\(quoted(end + close)))") }
    return lines.joined(separator: "\n")
  }

  var writeAt: String {
    let branches = cases.map { action -> String in
      let start = "  case \(action.pattern):\n    guard name == \(quoted(action.name)) else { return false }\n"
      switch action.form {
      case .none:
        return start + """
              guard rest.isEmpty else { return false }
              writer.literal("{}")
              return true
          """
      case .single:
        return start + "    return Enfold.JSONFields.write(_0, at: rest, to: &writer)"
      case .array, .object:
        let tests = action.values.map { value in
          "    if \(test(value, action)) { return Enfold.JSONFields.write(\(value.local), at: inner, to: &writer) }"
        }
        return start + """
              guard let field = rest.first else {
          \(writeValues(action, between: "", and: "", at: "rest").indented.indented.indented)
                return true
              }
              let inner = rest.dropFirst()
          \(tests.joined(separator: "\n"))
              return false
          """
      }
    }
    return """
      \(access)func writeJSON(at path: Enfold.JSONPath, to writer: inout Enfold.JSONWriter) -> Bool {
        guard let name = path.first else {
          writeJSON(to: &writer)
          return true
        }
        let rest = path.dropFirst()
        switch self {
      \(branches.joined(separator: "\n"))
        }
      }
      """
  }

  /// Whether two values have the same JSON: the same case with the same values, whatever `==` they have.
  var hasSameJSON: String {
    let branches = cases.map { action -> String in
      guard !action.values.isEmpty else {
        let name = action.identifier.text
        return "  case .\(name):\n    guard case .\(name) = other else { return false }\n    return true"
      }
      let others = action.values.map { "other\($0.index)" }
      let conditions = zip(action.values, others).map { "Enfold.JSONFields.areSame(\($0.local), \($1))" }
      return """
          case \(action.pattern):
            guard case let .\(action.identifier.text)(\(others.joined(separator: ", "))) = other else { return false }
            return \(conditions.joined(separator: " && "))
        """
    }
    return """
      \(access)func hasSameJSON(as other: Self) -> Bool {
        switch self {
      \(branches.joined(separator: "\n"))
        }
      }
      """
  }

  var schema: String {
    let lines = cases.map { action -> String in
      let name = quoted(action.name)
      let redacted = action.isRedacted ? ", isRedacted: true" : ""
      switch action.form {
      case .none: return "    cases.add(\(name))"
      case .single(let value): return "    cases.add(\(name), \(value.typeWitness)\(redacted), in: &builder)"
      case .array, .object:
        let fields = action.values.map { value in
          "    fields.add(\(quoted(value.key)), \(value.typeWitness), required: \(!value.isOptional), in: &builder)"
        }
        let marks = action.redactedValues.map { "    fields.setRedacted(\(quoted($0.key)))" }
        let isArray = if case .array = action.form { true } else { false }
        return "    fields = Enfold.ObjectSchema()\n\((fields + marks).joined(separator: "\n"))\n"
          + "    cases.add(\(name), \(isArray ? "array" : "object"): fields\(redacted))"
      }
    }
    let needsFields = cases.contains { action in
      switch action.form {
      case .none, .single: false
      case .array, .object: true
      }
    }
    return """
      \(access)static func jsonSchema(in builder: inout Enfold.JSONSchemaBuilder) -> Enfold.JSONSchema {
        builder.reference(Self.self) { builder in
          var cases = Enfold.CasesSchema()
      \(needsFields ? "    var fields: Enfold.ObjectSchema\n" : "")\(lines.joined(separator: "\n"))
          return cases.schema
        }
      }
      """
  }

  var allows: String {
    let branches = cases.map { action -> String in
      switch action.form {
      case .none: return "  case \(action.index): return rest.isEmpty"
      case .single(let value):
        return "  case \(action.index): return Enfold.JSONFields.allows(\(value.typeWitness), rest)"
      case .array, .object:
        let tests = action.values.map { value in
          "    if \(test(value, action)) { return Enfold.JSONFields.allows(\(value.typeWitness), rest.dropFirst()) }"
        }
        return """
            case \(action.index):
              guard let field = rest.first else { return true }
          \(tests.joined(separator: "\n"))
              return false
          """
      }
    }
    return """
      \(access)static func jsonAllows(_ path: Enfold.JSONPath) -> Bool {
        guard let name = path.first else { return true }
        let rest = path.dropFirst()
        switch _$caseIndex(of: name) {
      \(branches.joined(separator: "\n"))
        default: return false
        }
      }
      """
  }

  /// A condition: whether the token `field` selects `value`.
  private func test(_ value: ActionCase.Value, _ action: ActionCase) -> String {
    if case .array = action.form { return "field.index == \(value.index)" }
    return "field == \(quoted(value.key))"
  }
}
