// The names of the cases of an action, and never a value in it: `detail.rename`.
#if Telemetry
  import Enfold

  /// The name of an action's case, and of the cases of the actions in it.
  ///
  /// What is in a case counts as an action if its type is called so: `Action`, `RowAction`, `IdentifiedAction`. The case of any other
  /// enum is a value, so it is left out. No description is asked for that the type has written itself: it may contain anything.
  func actionPath(_ action: some Any) -> String {
    if let named = action as? any NamedAction { return named.actionName }
    var names: [String] = []
    var next: Any? = action
    // Actions that contain each other need not make long names.
    while let action = next, names.count < 8 {
      let (name, payload) = caseOf(action)
      names.append(name)
      next = payload.flatMap(innerAction)
    }
    return names.joined(separator: ".")
  }

  /// The name of a case, and what is in it; the name of the type if it is no enum, or if it hides what it is.
  private func caseOf(_ value: Any) -> (name: String, payload: Any?) {
    let ownName = (value as? any CasePathable)?.caseName
    if value is any CustomReflectable { return (ownName ?? typeName(of: value), nil) }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else {
      return ((value as? any NamedBinding)?.propertyName ?? typeName(of: value), nil)
    }
    if let payload = mirror.children.first { return (payload.label ?? typeName(of: value), payload.value) }
    if let ownName { return (ownName, nil) }
    let describesItself =
      value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
    return (describesItself ? typeName(of: value) : "\(value)", nil)
  }

  private func innerAction(of payload: Any) -> Any? {
    if isAction(payload) { return payload }
    let mirror = Mirror(reflecting: payload)
    return mirror.displayStyle == .tuple ? mirror.children.first { isAction($0.value) }?.value : nil
  }

  private func isAction(_ value: Any) -> Bool { typeName(of: value).hasSuffix("Action") }

  /// Without the types in brackets.
  private func typeName(of value: Any) -> String { String("\(type(of: value))".prefix { $0 != "<" }) }
#endif
