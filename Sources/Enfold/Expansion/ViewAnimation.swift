// ViewAnimation: the name of an animation, for views that can animate.

/// With which animation a view should show that a property has changed: `@ViewState(animation: .spring)`.
///
/// It is a hint: Enfold draws nothing. It stands in the schema of the state, `"x-animation": "spring"`, which hosts read with
/// `enfold_runtime_features`. The host decides what a name means; any name may be used.
public struct ViewAnimation: Sendable, Equatable, ExpressibleByStringLiteral {
  public let name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral name: String) { self.name = name }

  public static let `default`: Self = "default"
  public static let linear: Self = "linear"
  public static let easeIn: Self = "easeIn"
  public static let easeOut: Self = "easeOut"
  public static let easeInOut: Self = "easeInOut"
  public static let spring: Self = "spring"
}
