// StatePlace: where in a state a key path leads.
import EnfoldJSON

/// The place of a property, as the tree of interests knows it.
public struct StatePlace: Sendable {
  public let path: JSONPath
  /// What is at the place: most often the value of a property.
  public var kind = Kind.value
  /// Whether the property is a `@Pulse`.
  public var isPulse = false

  public enum Kind: Sendable {
    case value
    /// It is somewhere inside of what is at the path.
    case inside
    /// A `@Pulse` itself: `\.$alert`.
    case pulse
    /// An `@Ignored` property, which is never observed.
    case ignored
  }
}
