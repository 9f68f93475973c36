// Case paths to the binding of a property: \.binding.text.

extension CasePath {
  /// The binding of one property. Its value is that of the property.
  public subscript<State, Property: Equatable & Sendable>(
    dynamicMember property: WritableKeyPath<State, Property> & Sendable
  ) -> CasePath<Root, Property> where Value == BindingAction<State> {
    let name = KeyPathTable.path(of: property).map(dotted) ?? "a property"
    return CasePath<Root, Property>("\(caseName).\(name)") { [embed] in
      embed(.set(property, $0))
    } extract: { [extract] root in
      extract(root).flatMap { property ~= $0 ? $0.value as? Property : nil }
    }
  }
}

extension BindingAction {
  package var propertyName: String { path.map(dotted) ?? "a property" }
}

private func dotted(_ path: JSONPath) -> String { (0..<path.count).map { path[$0].text }.joined(separator: ".") }
