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
