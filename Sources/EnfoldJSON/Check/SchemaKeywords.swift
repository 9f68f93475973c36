// SchemaKeywords: which keywords a schema may have.

enum SchemaKeywords {
  /// The keywords that are checked.
  static let checked = [
    "type", "enum", "const", "properties", "required", "additionalProperties", "propertyNames", "minProperties",
    "maxProperties", "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains",
    "maxContains", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
    "maxLength", "anyOf", "oneOf", "allOf", "not", "if", "then", "else", "$ref",
  ]

  /// The keywords in whose values numbers stand for themselves.
  static let numeric = [
    "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
  ]

  /// The keywords that say nothing about values. `discriminator` says which of several alternatives is meant; the
  /// alternative is found without it.
  static let silent: Set<String> = [
    "$schema", "$id", "$comment", "$defs", "definitions", "$anchor", "title", "description", "default", "examples",
    "format", "deprecated", "readOnly", "writeOnly", "contentEncoding", "contentMediaType", "contentSchema",
    "discriminator", "$vocabulary",
  ]

  /// The keywords that say something about values and are not checked, with advice what to do instead.
  static let refused: [String: String] = [
    "pattern": "regular expressions are not checked; \"x-pattern\" only tells of one",
    "patternProperties": "regular expressions are not checked; \"x-patternProperties\" only tells of them",
    "dependentRequired": "say it with \"if\" and \"then\"",
    "dependentSchemas": "say it with \"if\" and \"then\"",
    "unevaluatedProperties": "say it with \"additionalProperties\" in one schema",
    "unevaluatedItems": "say it with \"items\" in one schema",
    "$dynamicRef": "say it with \"$ref\"",
    "$dynamicAnchor": "say it with \"$ref\" and \"$defs\"",
    "$recursiveRef": "say it with \"$ref\"",
    "additionalItems": "since 2020-12 it is \"items\", beside \"prefixItems\"",
    "dependencies": "say it with \"if\" and \"then\"",
    "nullable": "say it with \"anyOf\" and {\"type\":\"null\"}",
  ]

  static func unknown(_ keyword: String) -> String {
    if let advice = refused[keyword] { return "the keyword \"\(keyword)\" cannot be used: \(advice)" }
    let meant = nearest(to: keyword, among: checked + silent.sorted { $0.precedesInUTF8($1) })
    let advice = meant.map { "did you mean \"\($0)\"?" } ?? "the name of an annotation of your own begins with \"x-\""
    return "unknown keyword \"\(shortened(keyword))\"; \(advice)"
  }
}

/// A text for messages, shortened if it is long.
func shortened(_ text: String) -> String { text.utf8.count <= 80 ? text : text.prefix(60) + "…" }
