// StackElementID: what tells a screen of a stack from the others.
import EnfoldJSON

/// The identity of an element of a ``StackState``: a number that this stack gives once.
///
/// Each stack counts from 0. As JSON it is a number.
public struct StackElementID: RawRepresentable, Hashable, Comparable, Sendable, Codable, JSONCodable {
  public let rawValue: Int

  /// The greatest number that somebody else may give: the greatest integer that all readers of JSON know exactly. A stack itself
  /// counts on behind it.
  static let greatest = 1 << 53 - 1
  /// The greatest that a `push` may bring. So however long a stack counts on, what it gives can be read again.
  static let greatestPushed = 1 << 52

  /// Nil if the number is negative, or greater than 9007199254740991.
  public init?(rawValue: Int) {
    guard (0...Self.greatest).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  init(number: Int) { rawValue = number }

  /// The number that the stack gives next. A `push` with it, or without an id in JSON, gets its number when it is reduced.
  public static let next = StackElementID(number: -1)

  @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension StackElementID {
  // Not inlined, so that the number is read in this file: each feature with children has it, but few have stacks (link-plugin.py).
  @inline(never) public init(json reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    let number = try Int(json: &reader)
    guard let id = Self(rawValue: number) else {
      throw JSONError(
        code: .mismatch, offset: start, message: "\(number) is no id of a stack: ids are from 0 to \(Self.greatest)")
    }
    self = id
  }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    Int.jsonSchema(in: &builder).with("minimum", 0).with("maximum", .integer(Int64(greatest)))
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// For tests: `store.send(\.path[id: 0].detail.tapped)`. The number must not be negative.
  public init(integerLiteral value: Int) {
    precondition(value >= 0 && value <= Self.greatest, "no stack gives the id \(value)")
    rawValue = value
  }
}

extension StackElementID: CustomStringConvertible {
  public var description: String { self == .next ? "next" : "\(rawValue)" }
}
