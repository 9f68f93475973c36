// StatePlace: where in a state a key path leads.
import EnfoldJSON

/// The place of a property, as the tree of interests knows it.
public struct StatePlace {
  public internal(set) var path: JSONPath
  /// The kind of thing at the place: most often the value of a property.
  public var kind = Kind.value
  /// Whether the property is a `@Pulse`.
  public var isPulse = false
  /// How many bytes into the state the value lies, if that is always the same.
  var offset: Int?
  /// Reads the value in an element of a list, which may lie anywhere.
  var reader: ElementReader?

  public enum Kind {
    case value
    /// The place is not known exactly: it is somewhere inside the value at the path.
    case inside
    /// A `@Pulse` itself: `\.$alert`.
    case pulse
    /// An `@Ignored` property, which is never observed.
    case ignored
  }
}

/// Where something in an element of a list is, given the address of the state; nil if the element is not there.
public typealias ElementAddress = (_ state: UnsafeRawPointer) -> UnsafeRawPointer?

/// How something in an element of a list is read.
struct ElementReader {
  let element: ElementAddress
  /// Makes of it what the key path gives.
  let read: ValueReader
}
