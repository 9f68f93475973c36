// SchemaLinker: follows the references of drafts, and finds out how alternatives are told apart.

/// Makes rules of drafts.
struct SchemaLinker {
  private let drafts: [SchemaDraft]
  /// The kinds of values that each draft allows; nil if they are not known yet.
  private var kinds: [KindSet?]
  /// How many schemas are applied to one value, one inside the other; nil if that is not known yet.
  private var heights: [Int?]

  init(_ drafts: [SchemaDraft]) {
    self.drafts = drafts
    kinds = Array(repeating: nil, count: drafts.count)
    heights = Array(repeating: nil, count: drafts.count)
  }

  mutating func link(_ root: SchemaRule.Index) throws(SchemaProblem) -> (rules: [SchemaRule], root: SchemaRule.Index) {
    for index in drafts.indices { _ = try height(of: index, within: []) }
    for index in drafts.indices { findKinds(of: index) }
    return (drafts.map { rule($0) }, target(of: root))
  }

  /// How many schemas are applied to the same value. Refuses those that would be applied without end.
  private mutating func height(
    of index: SchemaRule.Index, within outer: [SchemaRule.Index]
  ) throws(SchemaProblem) -> Int {
    if let known = heights[index] { return known }
    let path = drafts[index].path
    guard !outer.contains(index) else {
      throw SchemaProblem(path: path, message: "this schema refers to itself for the same value, without end")
    }
    var height = 0
    let limit = JSONLimits.default.depth
    for applied in drafts[index].applied where outer.count < limit {
      height = max(height, try self.height(of: applied, within: outer + [index]) + 1)
    }
    guard height < limit, outer.count < limit else {
      throw SchemaProblem(path: path, message: "more than \(limit) schemas apply to one value, one inside the other")
    }
    heights[index] = height
    return height
  }

  /// The schema that one stands for.
  private func target(of index: SchemaRule.Index) -> SchemaRule.Index {
    var index = index
    while let next = drafts[index].target { index = next }
    return index
  }

  /// Which kinds of values may fit a schema. Others certainly do not.
  @discardableResult private mutating func findKinds(of index: SchemaRule.Index) -> KindSet {
    if let known = kinds[index] { return known }
    let draft = drafts[index]
    var found = draft.kinds
    for constants in draft.constants { found.formIntersection(constants.kinds) }
    for applied in draft.every + [draft.reference].compactMap({ $0 }) { found.formIntersection(findKinds(of: applied)) }
    for choice in draft.choices {
      let kinds = choice.alternatives.reduce(into: KindSet()) { $0.formUnion(findKinds(of: $1)) }
      found.formIntersection(kinds)
    }
    kinds[index] = found
    return found
  }

  private func rule(_ draft: SchemaDraft) -> SchemaRule {
    var parts = draft.every.map { SchemaPart.every(target(of: $0)) }
    if let reference = draft.reference { parts.append(.every(target(of: reference))) }
    if let not = draft.not { parts.append(.not(target(of: not))) }
    if let condition = draft.condition {
      parts.append(
        .condition(
          target(of: condition.if), then: condition.then.map { target(of: $0) },
          else: condition.else.map { target(of: $0) }))
    }
    var choices = draft.choices.map { choice($0.alternatives, isExclusive: $0.isExclusive) }
    // The last choice reads the value, if nothing else does.
    let last = draft.onlyApplies ? choices.popLast() : nil
    parts += choices.map { .choice($0) }
    // Both `const` and `enum` are rare. Only one of them is checked while the value is read.
    parts += draft.constants.dropFirst().map { .constants($0) }
    return SchemaRule(
      name: draft.name, kinds: draft.kinds, parts: parts, choice: last, constants: draft.constants.first,
      numbers: draft.numbers, length: draft.length, array: draft.array.map { array($0) },
      object: draft.object.map { object($0) })
  }

  private func array(_ rule: ArrayRule) -> ArrayRule {
    ArrayRule(
      first: rule.first.map { target(of: $0) }, rest: rule.rest.map { target(of: $0) }, isClosed: rule.isClosed,
      count: rule.count, isUnique: rule.isUnique,
      contains: rule.contains.map { (target(of: $0.rule), $0.count) })
  }

  private func object(_ rule: ObjectRule) -> ObjectRule {
    ObjectRule(
      keys: rule.keys, declaredCount: rule.declaredCount, members: rule.members.map { target(of: $0) },
      required: rule.required, additional: rule.additional.map { target(of: $0) }, isClosed: rule.isClosed,
      propertyNames: rule.propertyNames.map { target(of: $0) }, count: rule.count)
  }

  // MARK: Alternatives

  private func choice(_ alternatives: [SchemaRule.Index], isExclusive: Bool) -> SchemaChoice {
    let candidates = (0..<7).map { bit in
      alternatives.filter { kinds[$0]?.intersects(KindSet(rawValue: 1 << bit)) ?? true }.map { target(of: $0) }
    }
    let objects = candidates[KindSet.object.rawValue.trailingZeroBitCount]
    return SchemaChoice(
      isExclusive: isExclusive, alternatives: alternatives.map { target(of: $0) }, candidates: candidates,
      texts: texts(candidates[KindSet.string.rawValue.trailingZeroBitCount]), cases: cases(objects), tag: tag(objects))
  }

  /// A table of names that belong to one alternative each; nil if one of them belongs to two.
  private func lookup(_ names: [[String]], _ rules: [SchemaRule.Index]) -> SchemaChoice.Lookup? {
    var seen = JSONObject()
    var owners: [SchemaRule.Index] = []
    for (names, rule) in zip(names, rules) {
      for name in names {
        guard seen[name] == nil else { return nil }
        seen[name] = true
        owners.append(rule)
      }
    }
    return seen.isEmpty ? nil : SchemaChoice.Lookup(names: NameTable(seen.members.map(\.key)), rules: owners)
  }

  private func texts(_ rules: [SchemaRule.Index]) -> SchemaChoice.Lookup? {
    let constants = rules.map { drafts[$0].constants.first?.texts.names }
    guard constants.allSatisfy({ $0 != nil }) else { return nil }
    return lookup(constants.compactMap { $0 }, rules)
  }

  /// The keys of alternatives that are objects with one key each.
  private func cases(_ rules: [SchemaRule.Index]) -> SchemaChoice.Lookup? {
    let names = rules.map { rule -> [String] in
      guard let object = drafts[rule].object, object.isCase else { return [] }
      return object.keys.names
    }
    guard names.allSatisfy({ !$0.isEmpty }) else { return nil }
    return lookup(names, rules)
  }

  /// A property whose text tells the alternatives apart.
  private func tag(_ rules: [SchemaRule.Index]) -> SchemaChoice.Tag? {
    guard rules.count > 1, let first = rules.first, let properties = drafts[first].object?.declared else { return nil }
    for name in properties {
      guard let values = texts(of: name, in: rules), let values = lookup(values, rules) else { continue }
      let isRequired = rules.allSatisfy { rule in
        guard let object = drafts[rule].object else { return false }
        return object.required.contains { object.keys.names[$0].hasSameBytes(as: name) }
      }
      return SchemaChoice.Tag(name: NameTable([name]), values: values, isRequired: isRequired)
    }
    return nil
  }

  /// For each of some objects, the texts that a property may be; nil if it may be anything else in one of them.
  private func texts(of name: String, in rules: [SchemaRule.Index]) -> [[String]]? {
    var all: [[String]] = []
    for rule in rules {
      guard let object = drafts[rule].object, let key = object.keys.index(of: name), key < object.declaredCount
      else { return nil }
      let property = target(of: object.members[key])
      guard kinds[property] == .string, let constants = drafts[property].constants.first else { return nil }
      all.append(constants.texts.names)
    }
    return all
  }
}

extension ObjectRule {
  /// Whether an object must have one key, and can have no other.
  var isCase: Bool { isClosed && declaredCount == 1 && keys.names.count == 1 && required == [0] }
}
