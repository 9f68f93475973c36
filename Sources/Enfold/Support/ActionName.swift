// The name of an action without its values, as diagnostics show it.

/// An action that gives its name itself, because it is not an enum.
public protocol NamedAction {
  /// The name without values.
  var actionName: String { get }
}

/// A binding, as the names of actions know it.
package protocol NamedBinding {
  /// The place of the property, such as `child.text`.
  var propertyName: String { get }
}

/// The case of an action and of the actions in it, with the labels of their values and without the values:
/// `screenA(.row(index:, action: .tapped))`.
func actionName(_ action: some Any) -> String {
  if let named = action as? any NamedAction { return named.actionName }
  let label = caseLabel(action)
  return label.isEmpty ? "\(type(of: action))" : String(label.dropFirst())
}

/// The name of the case alone: `screenA`. The name of the type if the value is no enum.
package func caseName(_ value: some Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return "\(type(of: value))" }
  return mirror.children.first?.label ?? (value as? any CasePathable)?.caseName ?? "\(value)"
}

/// The whole name with the type: `Action.screenA(.row(index:, action: .tapped))`.
func actionNameWithType(_ action: some Any) -> String { "\(type(of: action))\(caseLabel(action))" }

/// The name of a type, after the types in which it is declared. So it contains the name of its feature: `Todos.State`.
@usableFromInline func typeName(_ type: Any.Type) -> String {
  let name = String(reflecting: type)
  if name.contains("<") { return "\(type)" }
  // Without the module, and without contexts that have no name: "Module.(unknown context at $1234).Todos.State".
  return name.split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }.joined(separator: ".")
}

/// `.row(index:, action: .tapped)`; empty if the value is no enum.
private func caseLabel(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return (value as? any NamedBinding).map { ".\($0.propertyName)" } ?? "" }
  guard let payload = mirror.children.first else { return ".\((value as? any CasePathable)?.caseName ?? "\(value)")" }
  return ".\(payload.label ?? "")(\(argumentLabels(payload.value)))"
}

private func argumentLabels(_ payload: Any) -> String {
  let mirror = Mirror(reflecting: payload)
  guard mirror.displayStyle == .tuple else {
    let label = caseLabel(payload)
    return label.isEmpty ? "_:" : label
  }
  return mirror.children.map { child in
    // A value without a label has a label such as ".0" here.
    let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? "_"
    let inner = caseLabel(child.value)
    return inner.isEmpty ? "\(label):" : "\(label): \(inner)"
  }.joined(separator: ", ")
}
