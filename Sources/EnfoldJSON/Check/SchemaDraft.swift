// SchemaDraft: a schema that was read, but whose references are not followed yet.

/// The keywords of a schema.
struct SchemaDraft {
  let path: JSONPath
  var name: String
  var kinds = KindSet.all
  var reference: SchemaRule.Index?
  var every: [SchemaRule.Index] = []
  var choices: [(isExclusive: Bool, alternatives: [SchemaRule.Index])] = []
  var not: SchemaRule.Index?
  var condition: (if: SchemaRule.Index, then: SchemaRule.Index?, else: SchemaRule.Index?)?
  var constants: [SchemaConstants] = []
  var numbers: NumberRule?
  var length: ClosedRange<Int>?
  var array: ArrayRule?
  var object: ObjectRule?

  init(path: JSONPath, name: String) {
    self.path = path
    self.name = name
  }

  /// The schemas that are applied to the same value.
  var applied: [SchemaRule.Index] {
    var all = every
    if let reference { all.append(reference) }
    for choice in choices { all += choice.alternatives }
    if let not { all.append(not) }
    if let condition { all += [condition.if, condition.then, condition.else].compactMap { $0 } }
    return all
  }

  /// Whether there is nothing that reads a value, but keywords that apply other schemas.
  var onlyApplies: Bool {
    kinds == .all && constants.isEmpty && numbers == nil && length == nil && array == nil && object == nil
  }

  /// The schema that this one stands for, if it is nothing but a reference.
  var target: SchemaRule.Index? {
    guard onlyApplies, every.isEmpty, choices.isEmpty, not == nil, condition == nil else { return nil }
    return reference
  }
}
