// DependencyClientEmitter: writes the members of a @DependencyClient.
import SwiftSyntax

struct DependencyClientEmitter {
  /// The name of the client's type.
  let name: String
  let access: String
  let endpoints: [DependencyEndpoint]

  var members: [String] {
    // Closures alone have a value when nobody gives one.
    let isComplete = endpoints.allSatisfy {
      $0.function != nil && $0.canReturn || $0.function == nil && $0.initial != nil
    }
    return (endpoints.isEmpty ? [] : [initialiser]) + (isComplete ? [unimplemented] : []) + endpoints.compactMap(method)
  }

  /// The initialiser that takes all values.
  private var initialiser: String {
    // What is private has no parameter outside.
    let isHidden = endpoints.contains { $0.access == "fileprivate " }
    let parameters = endpoints.map { endpoint in
      let escaping = endpoint.type.isFunction ? "@escaping " : ""
      return "  \(endpoint.name.text): \(escaping)\(endpoint.type.withoutImplicitUnwrapping)"
        + (endpoint.initial.map { " = \($0)" } ?? "")
    }
    let assignments = endpoints.map { "  self.\($0.name.text) = \($0.name.text)" }
    return """
      \(isHidden ? "fileprivate " : access)init(
      \(parameters.joined(separator: ",\n"))
      ) {
      \(assignments.joined(separator: "\n"))
      }
      """
  }

  /// The initialiser without parameters.
  private var unimplemented: String {
    let assignments = endpoints.filter { $0.function != nil }.map { endpoint in
      let parameters = endpoint.function.map { Array($0.parameters) } ?? []
      let names = parameters.isEmpty ? "" : parameters.indices.map { "_\($0)" }.joined(separator: ", ") + " in "
      let called = "Enfold.UnimplementedEndpoint._$called(\(quoted(endpoint.name.bareName)), of: \(name).self)"
      guard let initial = endpoint.initial else {
        return "  self.\(endpoint.name.text) = { \(names)\(endpoint.throwsAnything ? "throw " : "")\(called) }"
      }
      let arguments = parameters.indices.map { (parameters[$0].type.isInOut ? "&" : "") + "_\($0)" }
      return """
          let _\(endpoint.name.bareName): \(endpoint.type) = \(initial)
          self.\(endpoint.name.text) = { \(names)
            \(called)
            return \(endpoint.call)_\(endpoint.name.bareName)(\(arguments.joined(separator: ", ")))
          }
        """
    }
    return """
      \(access)init() {
      \(assignments.joined(separator: "\n"))
      }
      """
  }

  /// The method of a closure whose parameters have names.
  private func method(of endpoint: DependencyEndpoint) -> String? {
    guard let function = endpoint.function else { return nil }
    let parameters = Array(function.parameters)
    let isNamed = parameters.contains { $0.secondName != nil }
    guard isNamed || endpoint.methodName != nil else { return nil }
    let declared = parameters.enumerated().map { index, parameter in
      let label = parameter.secondName?.text ?? "_"
      return "\(label) _\(index): \(parameter.type.isFunction ? "@escaping " : "")\(parameter.type.trimmedDescription)"
    }
    let arguments = parameters.enumerated().map { ($1.type.isInOut ? "&" : "") + "_\($0)" }
    let effects = function.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
    let attributes = endpoint.functionAttributes.map { $0 + " " }.joined()
    return """
      \(attributes)\(endpoint.access ?? access)func \(endpoint.methodName ?? endpoint.name.text)(\
      \(declared.joined(separator: ", ")))\(effects) -> \(function.returnClause.type.trimmedDescription) {
        \(endpoint.call)self.\(endpoint.name.text)(\(arguments.joined(separator: ", ")))
      }
      """
  }
}

extension TypeSyntax {
  /// Whether it is written as the type of a closure.
  fileprivate var isFunction: Bool {
    self.is(FunctionTypeSyntax.self) || self.as(AttributedTypeSyntax.self)?.baseType.is(FunctionTypeSyntax.self) == true
  }

  fileprivate var isInOut: Bool {
    self.as(AttributedTypeSyntax.self)?.trimmedDescription.hasPrefix("inout ") == true
  }
}
