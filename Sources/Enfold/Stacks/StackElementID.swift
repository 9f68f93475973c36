// StackElementID: what tells a screen of a stack from the others.
import EnfoldJSON

/// The identity of an element of a ``StackState``: a number that this stack gives once.
///
/// Each stack counts from 0. As JSON it is a number.
public struct StackElementID: RawRepresentable, Hashable, Comparable, Sendable, Codable, JSONCodable {
  public let rawValue: Int

  /// Nil if the number is negative, or if none comes behind it.
  public init?(rawValue: Int) {
    guard rawValue >= 0, rawValue < Int.max else { return nil }
    self.rawValue = rawValue
  }

  init(number: Int) { rawValue = number }

  /// The number that the stack gives next. A `push` with it, or without an id in JSON, gets its number when it is reduced.
  public static let next = StackElementID(number: -1)

  @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension StackElementID {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    Int.jsonSchema(in: &builder).with("minimum", 0).with("maximum", .integer(Int64.max - 1))
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// For tests: `store.send(\.path[id: 0].detail.tapped)`. The number must not be negative.
  public init(integerLiteral value: Int) {
    precondition(value >= 0 && value < Int.max, "no stack gives the id \(value)")
    rawValue = value
  }
}

extension StackElementID: CustomStringConvertible {
  public var description: String { self == .next ? "next" : "\(rawValue)" }
}
