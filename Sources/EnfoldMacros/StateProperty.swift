// StateProperty: a property of a state, with the facts for its JSON form and its change record.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A property with a JSON form: a stored one, or a computed one that is marked `@Derived`.
struct StateProperty {
  /// As written, perhaps in backticks, where it is declared.
  let identifier: TokenSyntax
  /// Its place in the order of declaration; derived properties follow all stored ones. It has the bit with this number in
  /// the change record.
  let index: Int
  /// Whether it is a stored variable.
  let isVariable: Bool
  /// Whether it needs no value from outside: it has an initial value, or is derived.
  let hasDefault: Bool
  /// The type as written, or the type of the literal that is its initial value; nil if neither is there.
  let type: TypeSyntax?
  var attributes = PropertyAttributes()
  /// Nil if it is stored.
  var derivation: Derivation?

  /// Whether a derived property can be written.
  enum Derivation { case read, readAndWrite }

  var name: String { identifier.bareName }
  /// The name of the property that has the value: a variable becomes accessors, and its value moves to another
  /// property.
  var storage: String { attributes.isPresented ? stored + ".wrappedValue" : stored }
  /// The stored property. That of a `@Presents` has its value on the heap.
  var stored: String { isVariable ? "_" + name : identifier.text }
  var isDerived: Bool { derivation != nil }
  /// Whether it can be assigned.
  var isSettable: Bool { isVariable && !attributes.isReader || derivation == .readAndWrite }
  /// Whether it is a property wrapper that itself notes assignments.
  var notesAssignments: Bool { attributes.isPulse || attributes.isShared }
  /// Whether a JSON object may leave it out.
  var isOptional: Bool { hasDefault || type?.isOptional ?? false }
  /// Whether its type is known to have no change record of its own.
  var isLeaf: Bool { !attributes.isShared && type?.isScalar ?? false }
}

extension StateProperty {
  /// Whether it is known that nothing in its type can be a shared value.
  var isScalarInside: Bool {
    guard let type else { return false }
    let inner = type.as(OptionalTypeSyntax.self)?.wrappedType ?? type.as(ArrayTypeSyntax.self)?.element ?? type
    return inner.isScalar
  }
}

/// The attributes of a property, as far as the macros use them.
struct PropertyAttributes {
  /// `@Pulse`: a property wrapper that itself notes assignments.
  var isPulse = false
  /// `@Shared` and `@SharedReader`: property wrappers that themselves note assignments, too.
  var isShared = false
  /// `@SharedReader`.
  var isReader = false
  /// `@Presents`: an optional child, on the heap.
  var isPresented = false
  /// The expression behind `key:` in `@Shared`.
  var sharedKey: ExprSyntax?
  /// The first argument of `@Shared`, if it has no label: a storage, or a key with its storage.
  var sharedPlace: ExprSyntax?
  /// `@Bindable` or `@ViewState`: hosts may write it.
  var isBindable = false
  /// `@ViewState(ignoreEquality: true)`.
  var everyAssignment = false
  /// The expression behind `@ViewState(animation:)`.
  var animation: ExprSyntax?
  /// `@Redacted`: a secret.
  var isRedacted = false
}

/// Attributes of properties that do not belong to the state: they have accessors and a meaning of their own.
private let foreignAttributes: Set<String> = ["Ignored"]
let sharedAttributes: Set<String> = ["Shared", "SharedViewState", "SharedReader"]
let pulseAttributes: Set<String> = ["Pulse", "Emit"]
private let viewStateAttributes: Set<String> = ["ViewState", "SharedViewState"]
let markerAttributes: Set<String> = ["ViewState", "Bindable"]
let derivedAttribute = "Derived"

/// Attributes that `@ObservableState` understands.
let stateAttributes = pulseAttributes.union(sharedAttributes).union(markerAttributes).union([
  derivedAttribute, redactedAttribute, presentsAttribute,
])

extension VariableDeclSyntax {
  var propertyAttributes: PropertyAttributes {
    PropertyAttributes(
      isPulse: hasAttribute(pulseAttributes), isShared: hasAttribute(sharedAttributes),
      isReader: hasAttribute(["SharedReader"]), isPresented: presentedType != nil,
      sharedKey: argument("key", of: sharedAttributes),
      sharedPlace: argument(nil, of: sharedAttributes),
      isBindable: hasAttribute(markerAttributes.union(["SharedViewState"])),
      everyAssignment: argument("ignoreEquality", of: viewStateAttributes)?.description == "true",
      animation: argument("animation", of: viewStateAttributes), isRedacted: hasAttribute([redactedAttribute]))
  }

  /// Whether a shared value is made by what stands behind `@Shared`, and so needs no initial value: `@Shared(.isOn) var isOn`.
  var isSharedByKey: Bool { argument(nil, of: sharedAttributes) != nil }

  /// The argument of an attribute with a label, or the first one without.
  private func argument(_ label: String?, of names: Set<String>) -> ExprSyntax? {
    for element in attributes {
      guard case .attribute(let attribute) = element, attribute.attributeName.mentions(anyOf: names),
        case .argumentList(let arguments)? = attribute.arguments
      else { continue }
      if let argument = arguments.first(where: { $0.label?.text == label }) { return argument.expression.trimmed }
    }
    return nil
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
    return binding.pattern.is(IdentifierPatternSyntax.self)
      && !hasAttribute(pulseAttributes.union(sharedAttributes).union(["_Observed"]))
      && (binding.typeAnnotation != nil || binding.initializer != nil)
  }
}

extension PatternBindingSyntax {
  /// Whether it is stored: it has no accessors, or only `willSet` and `didSet`.
  var isStored: Bool {
    switch accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let accessors): accessors.allSatisfy(\.isObserver)
    }
  }
}

extension ExprSyntax {
  /// The type of a property with this initial value, if it is a literal.
  var literalType: TypeSyntax? {
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
  /// The stored properties in the order of declaration, and behind them the derived ones.
  var stateProperties: [StateProperty] {
    let stored = storedProperties
    return stored + derivedProperties(from: stored.count)
  }

  private var storedProperties: [StateProperty] {
    var properties: [StateProperty] = []
    for member in memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isStateStorage else { continue }
      let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
      for binding in variable.bindings {
        guard binding.isStored, let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
        let type = binding.typeAnnotation?.type
        properties.append(
          StateProperty(
            identifier: pattern.identifier, index: properties.count, isVariable: isVariable,
            hasDefault: binding.initializer != nil || (isVariable && type?.isImplicitlyNil == true)
              || variable.isSharedByKey || variable.presentedType != nil,
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

  /// Whether `init()` exists, as far as the macro can see: the body has an initialiser that needs no arguments, or it
  /// has no initialiser and every stored property has a value.
  ///
  /// A property without a value that is declared before the initialisers makes this false.
  var hasDefaultInitialiser: Bool {
    var (hasInitialiser, allHaveValues) = (false, true)
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
        return !binding.isStored || binding.initializer != nil || isNil || variable.isSharedByKey
      }
      if !hasValues { allHaveValues = false }
    }
    return allHaveValues && !hasInitialiser
  }
}
