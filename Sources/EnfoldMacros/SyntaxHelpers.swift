// Helpers with which all macros read the syntax tree.
import SwiftSyntax
import SwiftSyntaxMacros

extension TokenSyntax {
  /// The name without backticks, as it appears in JSON.
  var bareName: String {
    let text = self.text
    return text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
  }
}

extension DeclModifierListSyntax {
  func contains(_ keyword: Keyword) -> Bool { contains { $0.name.tokenKind == .keyword(keyword) } }

  /// The access level that the declaration gives, as a prefix: `"public "`, `"package "`, or `""` for a lower one. Nil
  /// if it gives none. The level of a setter, as in `private(set)`, does not count.
  var outwardAccess: String? {
    for modifier in self where modifier.detail == nil {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): return "public "
      case .keyword(.package): return "package "
      case .keyword(.internal), .keyword(.fileprivate), .keyword(.private): return ""
      default: continue
      }
    }
    return nil
  }

  /// Whether the declaration is `private` or `fileprivate`.
  var isPrivate: Bool { contains { $0.detail == nil && ["private", "fileprivate"].contains($0.name.text) } }
}

extension DeclGroupSyntax {
  /// The access level that the witnesses of a conformance need, as a prefix. It is the level of the type, but not
  /// higher than the levels of the types around it. A declaration without a level has that of the extension around it.
  func witnessAccess(in context: some MacroExpansionContext) -> String {
    // In an extension of a type inside a private one, members without a level would be more visible than the types that
    // they use.
    if context.lexicalContext.contains(where: {
      $0.asProtocol((any DeclGroupSyntax).self)?.modifiers.isPrivate ?? false
    }) {
      return "fileprivate "
    }
    let enclosing = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    var access = modifiers.outwardAccess ?? enclosing?.modifiers.outwardAccess ?? ""
    for node in context.lexicalContext where access != "" {
      // The type that an extension extends is declared somewhere else, so its level is not known.
      guard !node.is(ExtensionDeclSyntax.self), let outer = node.asProtocol((any DeclGroupSyntax).self) else {
        continue
      }
      switch outer.modifiers.outwardAccess ?? "" {
      case "public ": break
      case "package ": access = "package "
      default: access = ""
      }
    }
    return access
  }

  /// Whether the inheritance clause has one of `names`: alone, with its module, or in a composition (`A & B`).
  func inherits(anyOf names: Set<String>) -> Bool {
    inheritanceClause?.inheritedTypes.contains { $0.type.mentions(anyOf: names) } ?? false
  }

  /// Whether the body declares a type, a function or a variable with that name.
  func declares(_ name: String) -> Bool { memberBlock.members.map(\.decl).declare(name) }
}

extension TypeSyntax {
  func mentions(anyOf names: Set<String>) -> Bool {
    if let identifier = self.as(IdentifierTypeSyntax.self) { return names.contains(identifier.name.text) }
    if let member = self.as(MemberTypeSyntax.self) { return names.contains(member.name.text) }
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.mentions(anyOf: names) }
    if let composition = self.as(CompositionTypeSyntax.self) {
      return composition.elements.contains { $0.type.mentions(anyOf: names) }
    }
    return false
  }

  /// The type's text with `Self` replaced by a name, for places where `Self` means another type.
  func naming(self name: String) -> String {
    trimmed.tokens(viewMode: .sourceAccurate).map { token in
      token.tokenKind == .keyword(.Self)
        ? token.leadingTrivia.description + name + token.trailingTrivia.description : token.description
    }.joined()
  }

  /// Whether it is written as a type of the standard library that is one JSON value.
  var isScalar: Bool {
    guard let name = self.as(IdentifierTypeSyntax.self)?.name.text else { return false }
    return ["Int", "String", "Bool", "Double", "Float", "UInt", "Int64", "UInt64", "Int32", "UInt32"].contains(name)
  }

  /// This type, with `T?` instead of `T!`.
  var withoutImplicitUnwrapping: TypeSyntax {
    guard let unwrapped = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return self }
    return TypeSyntax(OptionalTypeSyntax(wrappedType: unwrapped.wrappedType.trimmed))
  }

  /// Whether a variable of the type is nil if it has no initial value.
  var isImplicitlyNil: Bool { self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) }

  /// Whether the type is written as an optional.
  var isOptional: Bool {
    if self.is(OptionalTypeSyntax.self) { return true }
    return self.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
      || self.as(MemberTypeSyntax.self)?.name.text == "Optional"
  }
}

/// The inheritance clause with the conformances that an extension must declare. Enfold's protocols have their module.
func conformances(_ protocols: [TypeSyntax], except unwanted: Set<String> = []) -> String {
  let names = protocols.map { $0.as(MemberTypeSyntax.self)?.name.text ?? $0.trimmedDescription }
  let wanted = names.filter { !unwanted.contains($0) }.map { name in
    ["Sendable", "CaseIterable", "CustomReflectable"].contains(name) ? name : "Enfold.\(name)"
  }
  return wanted.isEmpty ? "" : ": " + wanted.joined(separator: ", ")
}

extension String {
  /// The text with every line that is not empty indented by one step.
  var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
  }
}

/// A Swift string literal with this content, which must not have control characters.
func quoted(_ text: String) -> String {
  "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
}
