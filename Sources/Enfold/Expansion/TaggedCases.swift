// TaggedCases: where an action's JSON becomes an enum case: the short way for {"name":{}}, or else CaseReading.

/// An enum whose JSON form names its case. The ``Action()`` macro writes the conformance; the underscored requirements
/// may change with it.
public protocol TaggedCases: CasePathable, JSONCodable {
  /// The index of the case called `name` in the order of declaration.
  static func _$caseIndex(of name: CaseText) -> Int?

  /// The case without values that a whole text stands for, if it is `"name"` or `{"name":{}}` and nothing else. Other
  /// texts may mean such a case, too: nil says nothing about them.
  static func _$plainCase(_ text: CaseText) -> Self?

  /// Reads the values of a case. Without payload only the defaults are left, and nothing is read.
  static func _$read(case index: Int, hasPayload: Bool, from reader: inout JSONReader) throws(JSONError) -> Self
}

extension TaggedCases {
  public static func _$plainCase(_ text: CaseText) -> Self? { nil }

  @inlinable public var jsonIsNull: Bool { false }

  @inlinable @inline(__always) public init(json reader: inout JSONReader) throws(JSONError) {
    // `{"increment":{}}` and nothing else: what most actions are.
    if let text = reader.rest(nesting: 2), let plain = Self._$plainCase(CaseText(text)) {
      reader.skipRest()
      self = plain
    } else {
      self = try Self._$readTagged(from: &reader)
    }
  }

  /// Reads any of the forms.
  @inlinable @inline(never) static func _$readTagged(from reader: inout JSONReader) throws(JSONError) -> Self {
    let index: Int
    if let key = reader.peekFirstKey(), let known = Self._$caseIndex(of: CaseText(key)) {
      reader.enterObject(behind: key)
      index = known
    } else {
      switch try CaseReading.begin(Self.self, &reader) {
      case .payload(let found): index = found
      case .complete(let value): return value
      }
    }
    var value = try Self._$read(case: index, hasPayload: true, from: &reader)
    while let other = try reader.nextKey() {
      if try CaseReading.isSame(Self.self, other, as: index, in: &reader) {
        value = try Self._$read(case: index, hasPayload: true, from: &reader)
      }
    }
    return value
  }
}
