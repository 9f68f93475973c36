// CasePath: changes the values of a case where they are.

extension CasePath {
  /// Changes the values of the case. They are taken out and put back: a copy of their bits, not of the lists in them. False
  /// if `root` is of another case.
  @usableFromInline func modify(_ root: inout Root, _ body: (inout Value) -> Void) -> Bool {
    guard var value = extract(root) else { return false }
    withUnsafeMutablePointer(to: &root) { root in
      // Without the original nobody else refers to the values' contents, so a change of the values copies nothing.
      root.deinitialize(count: 1)
      body(&value)
      root.initialize(to: embed(value))
    }
    return true
  }
}

extension CasePathable {
  /// Changes the values of a case: `state.destination?.modify(\.edit) { $0.text = "" }`.
  ///
  /// If this is another case, nothing is changed, and there is an issue: a failure of a test, a diagnostic of a store.
  public mutating func modify<Value>(_ path: CaseKeyPath<Self, Value>, _ body: (inout Value) -> Void) {
    let casePath = Self.allCasePaths[keyPath: path]
    if casePath.modify(&self, body) { return }
    DependencyIssue(ofCase: "\(Self.self).\(casePath.name) cannot be changed, because the value is .\(caseName)").report()
  }
}
