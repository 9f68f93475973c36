// Factory: a dependency that makes values of one type, each from a payload.

/// Something that is made from a payload, by its ``DefaultFactory``. Features get this factory as a dependency, instead
/// of calling the initialiser themselves.
///
/// ```swift
/// final class Session: Factory {
///   struct Payload { var user: String }
///   init(payload: Payload) { … }
/// }
/// extension Session: DependencyInjectable {
///   static var live: Session.Factory { .init() }
/// }
/// ```
public protocol Factory: SendableMetatype {
  associatedtype Payload

  init(payload: Payload)
}

extension Factory {
  /// The factory that makes values of this type.
  public typealias Factory = DefaultFactory<Self>
}

/// Makes values by their initialiser.
public struct DefaultFactory<Product: Factory>: Sendable {
  public init() {}

  public func create(payload: Product.Payload) -> Product { Product(payload: payload) }

  public func create() -> Product where Product.Payload == Void { Product(payload: ()) }
}

/// Makes something from a payload, and hides its type, so that tests can make values of another type.
public struct AnyFactory<Output, Payload>: Sendable {
  private let make: @Sendable (Payload) -> Output

  /// Makes what a factory makes. The product must be an `Output`. If it is not, this is a programming error: it traps,
  /// and the message names both types.
  public init<Product: Factory>(factory: DefaultFactory<Product>) where Product.Payload == Payload {
    self.init(factory: factory) { product in
      guard let output = product as? Output else { fatalError("AnyFactory: a \(Product.self) is no \(Output.self)") }
      return output
    }
  }

  /// Makes something from what a factory makes.
  public init<Product: Factory>(
    factory: DefaultFactory<Product>, transform: @escaping @Sendable (Product) -> Output
  ) where Product.Payload == Payload { make = { transform(factory.create(payload: $0)) } }

  public func create(payload: Payload) -> Output { make(payload) }

  public func create() -> Output where Payload == Void { make(()) }
}
