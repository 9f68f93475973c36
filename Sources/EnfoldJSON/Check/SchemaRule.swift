// SchemaRule: one schema, in the form in which values are checked.

/// A compiled schema. It refers to other rules by their index, because schemas may contain themselves.
final class SchemaRule: Sendable {
  typealias Index = Int

  /// The word for values of this schema in messages; empty if it has no name.
  let name: String
  /// The kinds that `type` allows; empty for the schema `false`.
  let kinds: KindSet
  /// The parts that are checked before the value is read: each part reads it by itself.
  let parts: [SchemaPart]
  /// If this is there, the schema says nothing else but `parts`, and one of these alternatives reads the value.
  let choice: SchemaChoice?
  let constants: SchemaConstants?
  let numbers: NumberRule?
  /// How many Unicode scalars a string has.
  let length: ClosedRange<Int>?
  let array: ArrayRule?
  let object: ObjectRule?

  init(
    name: String, kinds: KindSet, parts: [SchemaPart], choice: SchemaChoice?, constants: SchemaConstants?,
    numbers: NumberRule?, length: ClosedRange<Int>?, array: ArrayRule?, object: ObjectRule?
  ) {
    self.name = name
    self.kinds = kinds
    self.parts = parts
    self.choice = choice
    self.constants = constants
    self.numbers = numbers
    self.length = length
    self.array = array
    self.object = object
  }
}

/// A keyword that applies other schemas to the same value.
enum SchemaPart: Sendable {
  /// `allOf`, and a `$ref` that has other keywords beside it.
  case every(SchemaRule.Index)
  case choice(SchemaChoice)
  case constants(SchemaConstants)
  case not(SchemaRule.Index)
  case condition(SchemaRule.Index, then: SchemaRule.Index?, else: SchemaRule.Index?)
}

/// `anyOf` or `oneOf`.
final class SchemaChoice: Sendable {
  /// Whether exactly one alternative must fit.
  let isExclusive: Bool
  let alternatives: [SchemaRule.Index]
  /// The alternatives that may fit, for each kind of value in the order of its bit.
  let candidates: [[SchemaRule.Index]]
  /// If all alternatives for strings are constants: these, and the alternative of each.
  let texts: Lookup?
  /// If all alternatives for objects have one key, as the cases of an enum: these keys.
  let cases: Lookup?
  /// If all alternatives for objects have a property that tells them apart: its name and its values.
  let tag: Tag?

  final class Lookup: Sendable {
    let names: NameTable
    let rules: [SchemaRule.Index]

    init(names: NameTable, rules: [SchemaRule.Index]) {
      self.names = names
      self.rules = rules
    }
  }

  final class Tag: Sendable {
    let name: NameTable
    let values: Lookup
    /// Whether no alternative fits an object without it.
    let isRequired: Bool

    init(name: NameTable, values: Lookup, isRequired: Bool) {
      self.name = name
      self.values = values
      self.isRequired = isRequired
    }
  }

  init(
    isExclusive: Bool, alternatives: [SchemaRule.Index], candidates: [[SchemaRule.Index]], texts: Lookup?,
    cases: Lookup?, tag: Tag?
  ) {
    self.isExclusive = isExclusive
    self.alternatives = alternatives
    self.candidates = candidates
    self.texts = texts
    self.cases = cases
    self.tag = tag
  }

  /// The alternatives that may fit a value of one kind.
  func candidates(for kind: KindSet) -> [SchemaRule.Index] { candidates[kind.rawValue.trailingZeroBitCount] }
}

/// The values of `const` or `enum`.
final class SchemaConstants: Sendable {
  let kinds: KindSet
  let texts: NameTable
  /// The canonical forms of the other values. For a number, its kinds come first.
  let others: Set<[UInt8]>
  /// Each value as JSON, for messages.
  let shown: [String]

  init(kinds: KindSet, texts: NameTable, others: Set<[UInt8]>, shown: [String]) {
    self.kinds = kinds
    self.texts = texts
    self.others = others
    self.shown = shown
  }
}

final class NumberRule: Sendable {
  struct Bound: Sendable {
    let value: ExactNumber
    let isExclusive: Bool
    /// As it is written in the schema.
    let text: String
  }

  let lower: Bound?
  let upper: Bound?
  let multiple: Bound?
  /// The integers of up to 18 digits that are within the bounds, if there is no `multipleOf`.
  let small: ClosedRange<Int64>?

  init(lower: Bound?, upper: Bound?, multiple: Bound?, small: ClosedRange<Int64>?) {
    self.lower = lower
    self.upper = upper
    self.multiple = multiple
    self.small = small
  }
}

final class ArrayRule: Sendable {
  /// The rules of the first elements.
  let first: [SchemaRule.Index]
  /// The rule of the others; nil if they may be anything.
  let rest: SchemaRule.Index?
  /// Whether there are no others.
  let isClosed: Bool
  let count: ClosedRange<Int>
  let isUnique: Bool
  let contains: (rule: SchemaRule.Index, count: ClosedRange<Int>)?

  init(
    first: [SchemaRule.Index], rest: SchemaRule.Index?, isClosed: Bool, count: ClosedRange<Int>, isUnique: Bool,
    contains: (rule: SchemaRule.Index, count: ClosedRange<Int>)?
  ) {
    self.first = first
    self.rest = rest
    self.isClosed = isClosed
    self.count = count
    self.isUnique = isUnique
    self.contains = contains
  }
}

final class ObjectRule: Sendable {
  /// The keys that the schema names.
  let keys: NameTable
  /// How many of the keys are in `properties`: these come first. The others are only required.
  let declaredCount: Int
  /// The rule of each key.
  let members: [SchemaRule.Index]
  /// The indices of the keys that must be there.
  let required: [Int]
  /// The keys that must be there, among the first 64.
  let requiredBits: UInt64
  /// The rule of other keys' values; nil if they may be anything.
  let additional: SchemaRule.Index?
  /// Whether there may be no other keys.
  let isClosed: Bool
  /// The rule of the keys themselves.
  let propertyNames: SchemaRule.Index?
  let count: ClosedRange<Int>?

  init(
    keys: NameTable, declaredCount: Int, members: [SchemaRule.Index], required: [Int], additional: SchemaRule.Index?,
    isClosed: Bool, propertyNames: SchemaRule.Index?, count: ClosedRange<Int>?
  ) {
    self.keys = keys
    self.declaredCount = declaredCount
    self.members = members
    self.required = required
    requiredBits = required.filter { $0 < 64 }.reduce(0) { $0 | 1 << UInt64($1) }
    self.additional = additional
    self.isClosed = isClosed
    self.propertyNames = propertyNames
    self.count = count
  }

  /// The keys that the schema declares.
  var declared: ArraySlice<String> { keys.names[..<declaredCount] }
}
