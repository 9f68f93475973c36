// Enums in JSON: which case a text means, in each of the accepted forms.
import EnfoldJSON

/// An enum whose JSON form names its case. The ``Action()`` macro writes the conformance; the underscored requirements
/// may change with it.
public protocol TaggedCases: CasePathable, JSONCodable {
  /// The index of the case called `name` in the order of declaration.
  static func _$caseIndex(of name: some CaseKey) -> Int?

  /// Reads the values of a case. Without payload only the defaults are left, and nothing is read.
  static func _$read(case index: Int, hasPayload: Bool, from reader: inout JSONReader) throws(JSONError) -> Self
}

/// Something that may be the name of a case.
public protocol CaseKey {
  func matches(_ name: StaticString) -> Bool
}

extension JSONKey: CaseKey {
  @inlinable public func matches(_ name: StaticString) -> Bool { self == name }
}

extension JSONPath.Token: CaseKey {
  @inlinable public func matches(_ name: StaticString) -> Bool { self == name }
}

extension String: CaseKey {
  @inlinable public func matches(_ name: StaticString) -> Bool {
    utf8.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }
}

extension TaggedCases {
  @inlinable public init(json reader: inout JSONReader) throws(JSONError) {
    guard reader.peek() != .string else {
      self = try CaseReading.bare(&reader)
      return
    }
    let start = reader
    try reader.beginObject()
    guard let key = try reader.nextKey() else { throw CaseReading.empty(Self.self, in: reader) }
    let index: Int
    if let known = Self._$caseIndex(of: key) {
      index = known
    } else if let tagged = try CaseReading.tagged(Self.self, key, from: start, &reader) {
      index = tagged
    } else {
      self = try CaseReading.standard(from: start, &reader)
      return
    }
    var value = try Self._$read(case: index, hasPayload: true, from: &reader)
    while let other = try reader.nextKey() {
      if try CaseReading.isSame(Self.self, other, as: index, in: &reader) {
        value = try Self._$read(case: index, hasPayload: true, from: &reader)
      }
    }
    self = value
  }
}
