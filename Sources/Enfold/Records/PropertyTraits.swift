// PropertyTraits: the attributes of the property at a pointer, as the runtime asks for them.
import EnfoldJSON

/// The attributes of a property.
public struct PropertyTraits: OptionSet, Sendable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `@Pulse`: assignments are events.
  public static let pulse = Self(rawValue: 1)
  /// `@Bindable` or `@ViewState`: hosts may write it.
  public static let bindable = Self(rawValue: 2)
  /// `@ViewState(ignoreEquality: true)`: every assignment is a change.
  public static let everyAssignment = Self(rawValue: 4)
  /// `@Derived` without a setter: nobody can write it.
  public static let readOnly = Self(rawValue: 8)
}

/// Finds the traits of a property inside another. Called by the expansion of `@ObservableState`.
extension PropertyTraits {
  @inlinable public static func inside<Root, T>(_ property: KeyPath<Root, T>, at path: JSONPath) -> PropertyTraits {
    []
  }
  @inlinable public static func inside<Root, T: RecordedState>(
    _ property: KeyPath<Root, T>, at path: JSONPath
  ) -> PropertyTraits { T._$traits(at: path) }
  @inlinable public static func inside<Root, T: RecordedState>(
    _ property: KeyPath<Root, T?>, at path: JSONPath
  ) -> PropertyTraits { T._$traits(at: path) }
  @inlinable public static func inside<Root, ID, Element: RecordedState>(
    _ property: KeyPath<Root, IdentifiedArray<ID, Element>>, at path: JSONPath
  ) -> PropertyTraits { Element._$traits(at: path.dropFirst()) }
  @inlinable public static func inside<Root, ID, Element: RecordedState>(
    _ property: KeyPath<Root, IdentifiedArray<ID, Element>?>, at path: JSONPath
  ) -> PropertyTraits { Element._$traits(at: path.dropFirst()) }
}
