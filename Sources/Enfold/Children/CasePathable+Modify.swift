// CasePathable.modify: changes the values of a case, in a state.

extension CasePathable {
  /// Changes the values of a case: `state.destination?.modify(\.edit) { $0.text = "" }`.
  ///
  /// If this is another case, nothing is changed, and there is an issue: a failure of a test, a diagnostic of a store.
  @_disfavoredOverload public mutating func modify<Value>(
    _ path: CaseKeyPath<Self, Value>, _ body: (inout Value) -> Void
  ) {
    let casePath = Self.allCasePaths[keyPath: path]
    if casePath.modify(&self, body) { return }
    DependencyIssue(
      "case", .otherCase, "\(Self.self).\(casePath.caseName) cannot be changed, because the value is .\(caseName)"
    )
    .report()
  }
}
