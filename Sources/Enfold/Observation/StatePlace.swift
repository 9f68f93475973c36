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
  /// Finds the value in this element, wherever that is. Known if `reader` is.
  var address: ElementAddress?

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

/// How a property of the elements of a list is read. One object for all elements, so that with many observers it is in the
/// cache. Its table keeps it alive as long as the process lives.
public final class ElementReader {
  public typealias AtPosition = (_ list: UnsafeRawPointer, _ position: Int) -> UnsafeRawPointer?

  /// How many bytes into the state the list lies, and how many into the element the value.
  let list: Int
  let inside: Int
  let atPosition: AtPosition
  /// Makes of the value what the key path gives.
  let read: ValueReader

  init(list: Int, inside: Int, atPosition: @escaping AtPosition, read: @escaping ValueReader) {
    self.list = list
    self.inside = inside
    self.atPosition = atPosition
    self.read = read
  }

  /// Where the value is in the element at a position; nil if there is no such element.
  func address(in state: UnsafeRawPointer, at position: Int) -> UnsafeRawPointer? {
    atPosition(state + list, position).map { $0 + inside }
  }
}
