// The stored properties of a struct, as far as the JSON form and the change record are concerned.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A stored property with a JSON form.
struct StateProperty {
  /// As written, perhaps in backticks.
  let identifier: TokenSyntax
  /// Its place in the order of declaration: its bit in the change record.
  let index: Int
  let isVariable: Bool
  let hasDefault: Bool
  /// As written, or that of a literal.
  let type: TypeSyntax?
  var attributes = PropertyAttributes()

  var name: String { identifier.bareName }
  /// Where the value lives: variables are moved behind accessors.
  var storage: String { isVariable ? "_" + name : identifier.text }
  /// Whether a JSON object may do without it.
  var isOptional: Bool { hasDefault || type?.isOptional ?? false }
  /// Whether its type certainly carries no change record of its own.
  var isLeaf: Bool {
    guard let type else { return false }
    guard let name = type.as(IdentifierTypeSyntax.self)?.name.text else { return false }
    return ["Int", "String", "Bool", "Double", "Float", "UInt", "Int64", "UInt64", "Int32", "UInt32"].contains(name)
  }
}

/// What the attributes of a property say about it.
struct PropertyAttributes {
  /// `@Pulse`: a property wrapper that keeps its own account of assignments.
  var isPulse = false
  /// `@Bindable` or `@ViewState`: hosts may write it.
  var isBindable = false
  /// `@ViewState(ignoreEquality: true)`.
  var everyAssignment = false
}

/// Attributes of properties that do not belong to the state: they bring their own accessors and their own meaning.
private let foreignAttributes: Set<String> = ["Ignored", "Shared"]
private let pulseAttributes: Set<String> = ["Pulse", "Emit"]
private let markerAttributes: Set<String> = ["ViewState", "Bindable"]

/// Attributes that `@ObservableState` understands.
let stateAttributes = pulseAttributes.union(markerAttributes)

extension VariableDeclSyntax {
  var propertyAttributes: PropertyAttributes {
    PropertyAttributes(
      isPulse: hasAttribute(pulseAttributes), isBindable: hasAttribute(markerAttributes),
      everyAssignment: ignoresEquality)
  }

  /// Whether it is marked `@ViewState(ignoreEquality: true)`.
  private var ignoresEquality: Bool {
    attributes.contains { element in
      guard case .attribute(let attribute) = element, attribute.attributeName.mentions(anyOf: ["ViewState"]),
        case .argumentList(let arguments)? = attribute.arguments
      else { return false }
      return arguments.contains {
        $0.label?.text == "ignoreEquality" && $0.expression.trimmedDescription == "true"
      }
    }
  }

  func hasAttribute(_ names: Set<String>) -> Bool {
    attributes.contains { element in
      guard case .attribute(let attribute) = element else { return false }
      return attribute.attributeName.mentions(anyOf: names)
    }
  }

  /// Whether this declares stored properties of the instance that belong to the state.
  var isStateStorage: Bool {
    guard !modifiers.contains(.static), !modifiers.contains(.class), !modifiers.contains(.lazy) else { return false }
    guard !hasAttribute(foreignAttributes) else { return false }
    return bindings.contains { $0.isStored }
  }

  /// Whether the macro gives it accessors: one plain stored variable.
  var isObservable: Bool {
    guard isStateStorage, bindingSpecifier.tokenKind == .keyword(.var), bindings.count == 1 else { return false }
    guard let binding = bindings.first, binding.accessorBlock == nil else { return false }
    return binding.pattern.is(IdentifierPatternSyntax.self) && !hasAttribute(pulseAttributes.union(["_Observed"]))
      && (binding.typeAnnotation != nil || binding.initializer != nil)
  }
}

extension PatternBindingSyntax {
  /// Whether it is stored: without accessors, or with observers only.
  var isStored: Bool {
    switch accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let accessors): accessors.allSatisfy(\.isObserver)
    }
  }
}

extension ExprSyntax {
  /// The type of a property that begins with this value, where it is a literal.
  fileprivate var literalType: TypeSyntax? {
    switch kind {
    case .integerLiteralExpr: TypeSyntax(IdentifierTypeSyntax(name: "Int"))
    case .floatLiteralExpr: TypeSyntax(IdentifierTypeSyntax(name: "Double"))
    case .booleanLiteralExpr: TypeSyntax(IdentifierTypeSyntax(name: "Bool"))
    case .stringLiteralExpr: TypeSyntax(IdentifierTypeSyntax(name: "String"))
    default: nil
    }
  }
}

extension AccessorDeclSyntax {
  var isObserver: Bool { [.keyword(.willSet), .keyword(.didSet)].contains(accessorSpecifier.tokenKind) }
}

extension DeclGroupSyntax {
  /// The stored variables and constants in the order of declaration.
  var stateProperties: [StateProperty] {
    var properties: [StateProperty] = []
    for member in memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isStateStorage else { continue }
      let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
      for binding in variable.bindings {
        guard binding.isStored, let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
        let type = binding.typeAnnotation?.type
        properties.append(
          StateProperty(
            identifier: pattern.identifier.trimmed, index: properties.count, isVariable: isVariable,
            hasDefault: binding.initializer != nil || (isVariable && type?.isImplicitlyNil == true),
            type: type?.withoutImplicitUnwrapping ?? binding.initializer?.value.literalType,
            attributes: variable.propertyAttributes))
      }
    }
    return properties
  }

  /// The names of the `@Ignored` variables, as written.
  var ignoredProperties: [String] {
    memberBlock.members.flatMap { member -> [String] in
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.hasAttribute(["Ignored"]),
        !variable.modifiers.contains(.static)
      else { return [] }
      return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed.text }
    }
  }

  /// Whether `init()` exists as far as can be seen: every stored property has a value, and no initialiser in the body
  /// replaces the implicit one, or one needs no arguments.
  var hasDefaultInitialiser: Bool {
    var hasInitialiser = false
    for member in memberBlock.members {
      if let initialiser = member.decl.as(InitializerDeclSyntax.self) {
        let isPlain = initialiser.optionalMark == nil && initialiser.signature.effectSpecifiers == nil
        let needsNothing = initialiser.signature.parameterClause.parameters.allSatisfy { $0.defaultValue != nil }
        if needsNothing, isPlain { return true }
        hasInitialiser = true
      }
      guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.modifiers.contains(.static) else {
        continue
      }
      let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
      let hasValues = variable.bindings.allSatisfy { binding in
        let isNil = isVariable && binding.typeAnnotation?.type.isImplicitlyNil == true
        return !binding.isStored || binding.initializer != nil || isNil
      }
      if !hasValues { return false }
    }
    return !hasInitialiser
  }
}
