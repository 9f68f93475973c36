// StateEmitter: writes the members of an @ObservableState struct.
import SwiftSyntax
import SwiftSyntaxMacros

/// The text of an expansion. Code that repeats the names of the user's types goes into the struct itself, because there
/// these names mean what they mean in the user's code. The rest goes into an extension.
struct StateEmitter {
  let access: String
  let typeName: String
  let properties: [StateProperty]
  /// The names of the `@Ignored` properties.
  let ignored: [String]
  let context: any MacroExpansionContext

  // MARK: Members

  var changes: String { "\(access)var _$changes = Enfold.ChangeRecord()" }

  /// Keys for derived `Codable`. Without them it would use the names of the storage, and include the record.
  var codingKeys: String {
    let cases = properties.filter { !$0.isDerived }.map { property in
      property.isVariable && !property.notesAssignments
        ? "\(property.stored) = \(quoted(property.name))" : property.identifier.text
    }
    if cases.isEmpty { return "enum CodingKeys: CodingKey {}" }
    return """
      enum CodingKeys: String, CodingKey {
        case \(cases.joined(separator: ", "))
      }
      """
  }

  var schema: String {
    let fields = properties.flatMap { property -> [String] in
      let name = quoted(property.name)
      var lines = ["fields.add(\(name), \(property.typeWitness), required: \(!property.isOptional), in: &builder)"]
      if property.derivation == .read { lines.append("fields.setReadOnly(\(name))") }
      if property.attributes.isShared {
        let key = property.attributes.sharedKey?.trimmedDescription
        let file = context.fileID(of: property.identifier)
        if key == nil, let place = property.attributes.sharedPlace?.trimmedDescription {
          lines.append(
            "fields.setShared(\(name), { (state: Self) in state.\(property.storage) }, in: \(place), file: \(file))")
        } else {
          lines.append("fields.setShared(\(name), of: Self.self, key: \(key ?? "nil"), file: \(file))")
        }
      }
      if let animation = property.attributes.animation { lines.append("fields.setAnimation(\(name), \(animation))") }
      if property.attributes.isRedacted { lines.append("fields.setRedacted(\(name))") }
      return lines.map { "    " + $0 }
    }
    return """
      \(access)static func jsonSchema(in builder: inout Enfold.JSONSchemaBuilder) -> Enfold.JSONSchema {
        builder.reference(Self.self) { builder in
          var fields = Enfold.ObjectSchema()
      \(fields.joined(separator: "\n"))
          return fields.schema
        }
      }
      """
  }

  var allows: String {
    let cases = properties.map { property in
      "  case \(property.index): return Enfold.JSONFields.allows(\(property.typeWitness), rest)"
    }
    return """
      \(access)static func jsonAllows(_ path: Enfold.JSONPath) -> Bool {
        guard let name = path.first else { return true }
        let rest = path.dropFirst()
        switch _$propertyIndex(of: name) {
      \(cases.joined(separator: "\n"))
        default: return false
        }
      }
      """
  }

  // MARK: Extension

  var propertyIndex: String {
    let lines = properties.map { "  if name == \(quoted($0.name)) { return \($0.index) }" }
    return """
      \(access)static func _$propertyIndex(of name: Enfold.JSONPath.Token) -> Int? {
      \(lines.joined(separator: "\n"))
        return nil
      }

      \(access)static var _$propertyCount: Int { \(properties.count) }
      """
  }

  /// The key paths of the properties.
  var place: String {
    let cases = properties.map { property in
      let (name, token) = (property.identifier.text, quoted(property.name))
      let pulse = property.attributes.isPulse ? ", pulse: \\Self.$\(property.name)" : ""
      let presented = property.attributes.isPresented ? ".presented(by: \\Self.$\(property.name))" : ""
      return "  case \(property.index): return Enfold.PropertyPlace("
        + "\(token), \\Self.\(name), \\Self?.?.\(name)\(pulse), at: \\Self.\(property.storage))\(presented)"
    }
    let ignored = ignored.enumerated().map { offset, name in
      "  case \(properties.count + offset): return Enfold.PropertyPlace(ignored: \\Self.\(name))"
    }
    return """
      \(access)static func _$place(_ property: Int) -> Enfold.PropertyPlace? {
        switch property {
      \((cases + ignored).joined(separator: "\n"))
        default: return nil
        }
      }
      """
  }

  /// The mirror, which `print` and test failures show: the stored properties without the record.
  var mirror: String {
    let children = properties.filter { !$0.isDerived }.map { property in
      // `as Any`, because the compiler warns about optionals.
      quoted(property.name) + ": self."
        + (property.notesAssignments ? property.identifier.text : property.storage) + " as Any"
    }
    return """
      \(access)var customMirror: Mirror {
        Mirror(self, children: [\(children.isEmpty ? ":" : children.joined(separator: ", "))], displayStyle: .struct)
      }
      """
  }

  var defaultState: String { "\(access)static var _$default: Self { Self() }" }

  var decode: String {
    let required = properties.filter { !$0.hasDefault }
    let locals = required.map { property in
      "  var \(property.local) = Enfold.JSONFields.absent { (state: Self) in state.\(property.storage) }\n"
    }
    let members = properties.map { property in
      let name = quoted(property.name)
      let read =
        if !property.hasDefault {
          "try Enfold.JSONFields.fill(&\(property.local), \(name), from: &reader)"
        } else if property.isVariable {
          "try Enfold.JSONFields.read(&self.\(property.storage), \(name), from: &reader)"
        } else {
          "try reader.skipValue()"
        }
      return ObjectMember(key: property.name, read: read)
    }
    let assignments = required.map { property in
      "  self.\(property.storage) = try Enfold.JSONFields.required("
        + "\(property.local), \(quoted(property.name)), of: \(quoted(typeName)), in: &reader)\n"
    }
    return """
      \(access)init(json reader: inout Enfold.JSONReader) throws(Enfold.JSONError) {
      \(locals.joined())  try reader.beginObject()
      \(readMembersInOrder(members, of: quoted(typeName)).indented)
      \(assignments.joined())}
      """
  }

  var write: String {
    let lines = properties.enumerated().map { offset, property in
      let prefix = (offset == 0 ? "{" : ",") + quoted(property.name) + ":"
      let code = "Enfold.JSONFields.write(self.\(property.storage), to: &writer)"
      let write = property.isLeaf ? code : context.placing(code, at: property.identifier)
      return "writer.literal(\(quoted(prefix)))\n\(write)\n"
    }
    return """
      \(access)func writeJSON(to writer: inout Enfold.JSONWriter) {
      \(lines.joined().indented)  writer.literal("}")
      }
      """
  }

  var writeAt: String {
    let cases = properties.map { property in
      "  case \(property.index): return Enfold.JSONFields.write(self.\(property.storage), at: rest, to: &writer)"
    }
    return """
      \(access)func writeJSON(at path: Enfold.JSONPath, to writer: inout Enfold.JSONWriter) -> Bool {
        guard let name = path.first else {
          writeJSON(to: &writer)
          return true
        }
        let rest = path.dropFirst()
        switch Self._$propertyIndex(of: name) {
      \(cases.joined(separator: "\n"))
        default: return false
        }
      }
      """
  }

  /// Whether two states have the same JSON: property by property, whatever `==` they have.
  var hasSameJSON: String {
    let lines = properties.map {
      "  guard Enfold.JSONFields.areSame(self.\($0.storage), other.\($0.storage)) else { return false }\n"
    }
    return """
      \(access)func hasSameJSON(as other: Self) -> Bool {
      \(lines.joined())  return true
      }
      """
  }
}

extension StateProperty {
  fileprivate var local: String { "_" + name }

  /// An argument that tells the compiler the property's type.
  fileprivate var typeWitness: String {
    if let type { return "(\(type.trimmedDescription)).self" }
    return "{ (state: Self) in state.\(storage) }"
  }
}
