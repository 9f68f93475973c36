// BindingAction as an enum with a case for each property, for case paths: \.binding.text.

extension BindingAction: CasePathable {
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The binding of one property. Its value is that of the property.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember property: WritableKeyPath<Root, Value> & Sendable
    ) -> CasePath<BindingAction, Value> {
      CasePath(KeyPathTable.path(of: property).map(dotted) ?? "a property") {
        .set(property, $0)
      } extract: {
        property ~= $0 ? $0.value as? Value : nil
      }
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
  public static var caseNames: [String] { [] }
  /// The place of the property, such as `child.text`.
  public var caseName: String { path.map(dotted) ?? "a property" }
}

private func dotted(_ path: JSONPath) -> String {
  (0..<path.count).map { path[$0].text }.joined(separator: ".")
}
