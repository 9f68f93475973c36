// @DependencyClient: a dependency that is a struct of closures. What a test does not give fails the test when it is called.

/// Gives a struct of closures an `init()` whose closures are not implemented, and one with a parameter for each closure.
///
/// ```swift
/// @DependencyClient struct Facts: Sendable {
///   var fetch: @Sendable (_ number: Int) async throws -> String
///   var isOffline: @Sendable () -> Bool = { false }
/// }
/// extension Facts: DependencyInjectable {
///   static var live: Facts { Facts(fetch: { … }, isOffline: { … }) }
///   static var test: Facts { Facts() }
/// }
/// ```
///
/// A closure that is not implemented reports an issue when it is called: a failure of a test, a diagnostic of a store. Then it
/// throws ``UnimplementedEndpoint``. One that has an initial value returns what that returns instead, and one that returns
/// nothing returns. A closure that returns something and throws nothing needs an initial value.
///
/// If the parameters of a closure have names, there is also a method with these labels: `facts.fetch(number: 7)`.
///
/// The closures are written with their types, not as `typealias`es. Other properties become parameters; if one of them has no
/// value, there is no `init()`.
@attached(member, names: arbitrary)
public macro DependencyClient() = #externalMacro(module: "EnfoldMacros", type: "DependencyClientMacro")

/// Gives the method of a closure in a `@DependencyClient` another name: `@DependencyEndpoint(method: "fact")`.
@attached(peer)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "EnfoldMacros", type: "DependencyEndpointMacro")

/// Takes a closure out of those that ``DependencyClient()`` looks after: it becomes a parameter like any other property.
@attached(peer)
public macro DependencyEndpointIgnored() = #externalMacro(module: "EnfoldMacros", type: "DependencyEndpointMacro")

/// What a closure of a `@DependencyClient` throws that nobody has implemented.
public struct UnimplementedEndpoint: Error, Equatable, CustomStringConvertible {
  /// The type and the property: `Facts.fetch`.
  public let endpoint: String

  public init(endpoint: String) { self.endpoint = endpoint }

  public var description: String { "\(endpoint) is not implemented" }

  /// Reports that a closure is called that nobody has implemented. Called by the expansion of `@DependencyClient`.
  @discardableResult public static func _$called<Client>(
    _ property: StaticString, of client: Client.Type
  ) -> UnimplementedEndpoint {
    let error = UnimplementedEndpoint(endpoint: "\(client).\(property)")
    DependencyIssue(
      "endpoint", .endpointNotImplemented,
      "\(error.endpoint) is not implemented, and it is called: override it, as in $0.client.\(property) = { … }"
    ).report()
    return error
  }
}
