// SharedInitEmitter: writes the initialiser of a state that takes the shared values of another one.
import SwiftSyntax

/// For `@Shared var count: Int` the memberwise initialiser takes an `Int`, and makes a value of it that nobody shares. This one
/// takes the `Shared<Int>` of a parent: `Child.State(count: state.$count)`. It also has the other parameters, as far as
/// their types are written; properties for which it has no parameter have default values.
///
/// It is in the extension, because an initialiser in the struct would replace the memberwise one. The types of its parameters
/// and their default values are in an enum in the struct, because there these names mean what they mean in the user's code.
struct SharedInitEmitter {
  private let access: String
  private let parameters: [Parameter]

  private struct Parameter {
    /// Its place among the parameters.
    let index: Int
    /// As written, perhaps in backticks.
    let label: String
    let name: String
    let type: TypeSyntax
    /// `Shared` or `SharedReader`; nil if it is no shared value.
    let wrapper: String?
    let initial: ExprSyntax?
  }

  /// Nil if nothing is to be taken, or if the struct has no memberwise initialiser.
  ///
  /// - Parameter access: that of the other members.
  init?(of structure: StructDeclSyntax, access: String) {
    var (parameters, isHidden): ([Parameter], Bool) = ([], access == "fileprivate ")
    for member in structure.memberBlock.members {
      if member.decl.is(InitializerDeclSyntax.self) { return nil }
      guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.modifiers.contains(.static) else {
        continue
      }
      for binding in variable.bindings where binding.isStored {
        guard let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { return nil }
        let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
        let type = binding.typeAnnotation?.type
        let attributes = variable.propertyAttributes
        let isTaken = attributes.isShared && binding.initializer == nil && !variable.isSharedByKey
        let isNil = isVariable && type?.isImplicitlyNil == true
        let isNeeded = isTaken || binding.initializer == nil && !isNil && !variable.isSharedByKey
        if isNeeded {
          // What the memberwise initialiser takes is not known.
          if variable.hasOtherAttributes { return nil }
          if variable.modifiers.isPrivate { isHidden = true }
        } else if !isVariable || attributes.isShared || variable.modifiers.isPrivate || variable.hasOtherAttributes {
          continue
        }
        let initial: ExprSyntax? =
          isNeeded ? nil : binding.initializer?.value.trimmed ?? ExprSyntax(NilLiteralExprSyntax())
        guard let type = type?.withoutImplicitUnwrapping ?? binding.initializer?.value.literalType,
          initial?.mentionsSelf != true
        else { continue }
        parameters.append(
          Parameter(
            index: parameters.count, label: identifier.trimmed.text, name: identifier.bareName, type: type.trimmed,
            wrapper: isTaken ? attributes.isReader ? "SharedReader" : "Shared" : nil, initial: initial))
      }
    }
    guard parameters.contains(where: { $0.wrapper != nil }) else { return nil }
    self.parameters = parameters
    self.access = isHidden ? "fileprivate " : ""
  }

  /// The types and the default values of the parameters.
  var types: String {
    let lines = parameters.map { parameter in
      let value = parameter.initial.map {
        "\n  static var _$value\(parameter.index): _$\(parameter.index) { \($0.trimmedDescription) }"
      }
      return "  typealias _$\(parameter.index) = \(parameter.type.trimmedDescription)\(value ?? "")"
    }
    return """
      \(access)enum _$Types {
      \(lines.joined(separator: "\n"))
      }
      """
  }

  var initialiser: String {
    let taken = parameters.map { parameter in
      let type = "_$Types._$\(parameter.index)"
      if let wrapper = parameter.wrapper { return "\(parameter.label): Enfold.\(wrapper)<\(type)>" }
      return "\(parameter.label): \(type)" + (parameter.initial == nil ? "" : " = _$Types._$value\(parameter.index)")
    }
    let passed = parameters.map { "\($0.name): \($0.label)" + ($0.wrapper == nil ? "" : ".wrappedValue") }
    let assignments = parameters.compactMap { parameter in
      parameter.wrapper.map { "  self._\(parameter.name) = Enfold.\($0)(projectedValue: \(parameter.label))" }
    }
    return """
      @_disfavoredOverload
      \(access)init(\(taken.joined(separator: ", "))) {
        self.init(\(passed.joined(separator: ", ")))
      \(assignments.joined(separator: "\n"))
      }
      """
  }
}

extension VariableDeclSyntax {
  /// Whether it is lazy, or has an attribute that these macros do not know or that takes arguments.
  fileprivate var hasOtherAttributes: Bool {
    if modifiers.contains(.lazy) || modifiers.contains(.weak) { return true }
    return attributes.contains { element in
      guard case .attribute(let attribute) = element, attribute.attributeName.mentions(anyOf: stateAttributes) else {
        return true
      }
      let isMarker = attribute.attributeName.mentions(anyOf: markerAttributes)
      return attribute.arguments != nil && !isMarker
    }
  }
}

extension ExprSyntax {
  fileprivate var mentionsSelf: Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.Self) }
  }
}
