// Redaction: what @Redacted says is secret, as @ObservableState and @Action read it.
import SwiftSyntax

let redactedAttribute = "Redacted"

/// What is secret of the values of a case.
enum Redaction {
  case nothing, everything
  /// The values with these labels.
  case labels(Set<String>)
}

extension AttributeListSyntax {
  /// What the marks at a declaration say together.
  var redaction: Redaction {
    let marks = compactMap { element -> AttributeSyntax? in
      guard case .attribute(let attribute) = element, attribute.attributeName.mentions(anyOf: [redactedAttribute])
      else { return nil }
      return attribute
    }
    if marks.isEmpty { return .nothing }
    if marks.contains(where: { $0.redactedLabels.isEmpty }) { return .everything }
    return .labels(Set(marks.flatMap(\.redactedLabels).compactMap(\.plainText)))
  }
}

extension AttributeSyntax {
  /// The labels in `@Redacted("password", "pin")`.
  var redactedLabels: [ExprSyntax] {
    guard case .argumentList(let labels)? = arguments else { return [] }
    return labels.map(\.expression)
  }
}

extension ExprSyntax {
  /// The text of a string literal; nil if it is something else, or has values inside.
  var plainText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}

extension ActionCase {
  /// Whether all its values are secret. A single value without a label is all that there is.
  var isRedacted: Bool {
    switch redaction {
    case .nothing: return false
    case .everything: return !values.isEmpty
    case .labels(let labels):
      if case .single(let value) = form { return labels.contains(value.key) }
      return false
    }
  }

  /// The values that are secret, where others are not.
  var redactedValues: [Value] {
    guard case .labels(let labels) = redaction, !isRedacted else { return [] }
    return values.filter { labels.contains($0.key) }
  }
}
