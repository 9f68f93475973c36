// StateDifference: the differences of two values, property by property.

/// One line for each property of a value that differs from another value's: `rows[id: 7].title: "milk" → "oat milk"`.
///
/// Values are compared by their `Mirror`s. In a list of `Identifiable` elements those with the same id are compared.
/// Properties that the mirrors do not show are not compared.
public func describeChanges<Value>(from old: Value, to new: Value) -> [String] {
  var difference = StateDifference()
  difference.compare(old, new, at: "")
  return difference.lines
}

private struct StateDifference {
  var lines: [String] = []

  mutating func compare(_ old: Any, _ new: Any, at path: String) {
    if areEqual(old, new) { return }
    let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
    guard type(of: old) == type(of: new), before.displayStyle == after.displayStyle else {
      return replace(old, new, at: path)
    }
    switch before.displayStyle {
    case .struct, .class, .tuple: compareParts(before, after, at: path, or: (old, new))
    case .enum, .optional:
      guard let (old, new) = sameCase(before, after) else { return replace(old, new, at: path) }
      compare(old, new, at: path)
    case .collection, .set, .dictionary: compareElements(before, after, at: path)
    default: replace(old, new, at: path)
    }
  }

  private mutating func replace(_ old: Any, _ new: Any, at path: String) {
    let (old, new) = (text(old), text(new))
    if old != new { lines.append("\(path.isEmpty ? "" : path + ": ")\(old) → \(new)") }
  }

  private mutating func compareParts(_ old: Mirror, _ new: Mirror, at path: String, or whole: (Any, Any)) {
    if old.children.isEmpty { return replace(whole.0, whole.1, at: path) }
    for (old, new) in zip(old.children, new.children) {
      let label = old.label ?? "_"
      compare(old.value, new.value, at: path.isEmpty ? label : "\(path).\(label)")
    }
  }

  /// The associated values of both, if they are of the same case.
  private func sameCase(_ old: Mirror, _ new: Mirror) -> (Any, Any)? {
    guard let old = old.children.first, let new = new.children.first, old.label == new.label else { return nil }
    return (old.value, new.value)
  }

  /// Compares elements that have an id or a key with those of the same id or key, and others by their places.
  private mutating func compareElements(_ old: Mirror, _ new: Mirror, at path: String) {
    // Dictionaries and sets have no order, so their elements are sorted by their texts: the same every time.
    let isOrdered = old.displayStyle == .collection
    let (old, new) = (elements(old, isOrdered), elements(new, isOrdered))
    let left = Dictionary(new.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let known = Set(old.map(\.key))
    for (key, value) in old {
      if let now = left[key] {
        compare(value, now, at: "\(path)[\(key)]")
      } else {
        lines.append("- \(path)[\(key)]: \(text(value))")
      }
    }
    for (key, value) in new where !known.contains(key) { lines.append("+ \(path)[\(key)]: \(text(value))") }
    let (before, after) = (old.map(\.key).filter { left[$0] != nil }, new.map(\.key).filter(known.contains))
    if before != after { lines.append("\(path): order \(text(before)) → \(text(after))") }
  }

  private func elements(_ mirror: Mirror, _ isOrdered: Bool) -> [(key: String, value: Any)] {
    let elements = mirror.children.enumerated().map { index, child -> (key: String, value: Any) in
      switch mirror.displayStyle {
      case .dictionary:
        let pair = Mirror(reflecting: child.value).children.map(\.value)
        return pair.count == 2 ? (text(pair[0]), pair[1]) : ("\(index)", child.value)
      case .set: return (text(child.value), child.value)
      default:
        guard let element = child.value as? any Identifiable else { return ("\(index)", child.value) }
        return ("id: \(id(of: element))", child.value)
      }
    }
    return isOrdered ? elements : elements.sorted { $0.key < $1.key }
  }

  private func id<Element: Identifiable>(of element: Element) -> String { text(element.id) }

  private func text(_ value: Any) -> String {
    if let string = value as? String { return string.debugDescription }
    // The description of an optional would be "Optional(…)".
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { text($0.value) } ?? "nil" }
    return "\(value)"
  }
}
