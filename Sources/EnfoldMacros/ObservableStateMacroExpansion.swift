// @ObservableState: the JSON form, the schema and the change record of a struct.
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

struct ObservableStateMacro {
  static var formatMode: FormatMode { .disabled }

  private static func emitter(for structure: StructDeclSyntax, in context: some MacroExpansionContext) -> StateEmitter {
    StateEmitter(
      access: structure.witnessAccess(in: context), typeName: structure.name.bareName,
      properties: structure.stateProperties, ignored: structure.ignoredProperties, context: context)
  }
}

extension ObservableStateMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let problems = stateProblems(of: declaration, attribute: node, in: context)
    // For an enum the extension role reports: the compiler does not always ask for the members of an enum.
    if !declaration.is(EnumDeclSyntax.self) { problems.forEach(context.diagnose) }
    guard let structure = declaration.as(StructDeclSyntax.self) else { return [] }
    structure.derivedFromIgnoredWarnings.forEach(context.diagnose)
    let emitter = emitter(for: structure, in: context)
    // If there are errors, the properties without errors still get accessors, which use the record.
    guard problems.isEmpty else { return ["\(raw: emitter.changes)"] }
    var members =
      emitter.properties.isEmpty ? emitter.membersOfNothing : [emitter.changes, emitter.schema, emitter.allows]
    if declaration.inherits(anyOf: ["Codable", "Encodable", "Decodable"]), !declaration.declares("CodingKeys") {
      members.append(emitter.codingKeys)
    }
    if let taking = SharedInitEmitter(of: structure, access: emitter.access) { members.append(taking.types) }
    return members.map { "\(raw: $0)" }
  }
}

extension ObservableStateMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
      variable.isObservable,
      let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.bareName,
      let property = declaration.stateProperties.first(where: { $0.name == name })
    else { return [] }
    let everyAssignment = property.attributes.everyAssignment ? ", everyAssignment: true" : ""
    return ["@_Observed(\(raw: property.index)\(raw: everyAssignment))"]
  }
}

extension ObservableStateMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let problems = stateProblems(of: declaration, attribute: node, in: context)
    if declaration.is(EnumDeclSyntax.self) { problems.forEach(context.diagnose) }
    guard let structure = declaration.as(StructDeclSyntax.self), problems.isEmpty else { return [] }
    let emitter = emitter(for: structure, in: context)
    var parts = [emitter.propertyIndex, emitter.place]
    parts += emitter.changeParts
    parts +=
      emitter.properties.isEmpty
      ? emitter.jsonOfNothing : [emitter.decode, emitter.write, emitter.writeAt, emitter.hasSameJSON]
    let hasDefault = structure.hasDefaultInitialiser
    if hasDefault { parts.append(emitter.defaultState) }
    if let taking = SharedInitEmitter(of: structure, access: emitter.access) { parts.append(taking.initialiser) }
    // `protocols` lacks CustomReflectable if the struct conforms to it already.
    if protocols.contains(where: { $0.mentions(anyOf: ["CustomReflectable"]) }) { parts.append(emitter.mirror) }
    let inheritance = conformances(protocols, except: hasDefault ? [] : ["DefaultState"])
    let text = """
      extension \(type.trimmedDescription)\(inheritance) {
      \(parts.joined(separator: "\n\n").indented)
      }
      """
    return [try ExtensionDeclSyntax("\(raw: text)")]
  }
}
