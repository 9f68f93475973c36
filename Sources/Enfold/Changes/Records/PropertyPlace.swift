// PropertyPlace: the key paths that lead to a property, and what is inside.
import EnfoldJSON

/// A property of an observable state, as key paths know it. Made by the expansion of `@ObservableState`, which leaves
/// the choice among the overloads to the compiler, because a macro sees no types.
public struct PropertyPlace {
  /// What can be looked for inside.
  enum Inside {
    case nothing
    case state(any ObservableState.Type)
    case list(any ObservedList.Type)
  }

  /// Its token in a path; nil if it is never observed.
  let token: String?
  let path: AnyKeyPath
  /// The same from an optional state: `\State?.?.property`.
  let pathFromOptional: AnyKeyPath?
  /// The `@Pulse` itself, if it is one.
  let pulse: AnyKeyPath?
  let inside: Inside
  let isOptional: Bool

  private init(
    _ token: StaticString?, _ path: AnyKeyPath, _ pathFromOptional: AnyKeyPath?, pulse: AnyKeyPath? = nil,
    _ inside: Inside = .nothing, isOptional: Bool = false
  ) {
    self.token = token.map { "\($0)" }
    self.path = path
    self.pathFromOptional = pathFromOptional
    self.pulse = pulse
    self.inside = inside
    self.isOptional = isOptional
  }

  public init<Root, T>(_ token: StaticString, _ path: KeyPath<Root, T>, _ pathFromOptional: PartialKeyPath<Root?>) {
    self.init(token, path as AnyKeyPath, pathFromOptional)
  }

  public init<Root, T: ObservableState>(
    _ token: StaticString, _ path: KeyPath<Root, T>, _ pathFromOptional: PartialKeyPath<Root?>
  ) {
    self.init(token, path as AnyKeyPath, pathFromOptional, .state(T.self))
  }

  public init<Root, T: ObservableState>(
    _ token: StaticString, _ path: KeyPath<Root, T?>, _ pathFromOptional: PartialKeyPath<Root?>
  ) {
    self.init(token, path as AnyKeyPath, pathFromOptional, .state(T.self), isOptional: true)
  }

  public init<Root, ID, Element>(
    _ token: StaticString, _ path: KeyPath<Root, IdentifiedArray<ID, Element>>,
    _ pathFromOptional: PartialKeyPath<Root?>
  ) {
    self.init(token, path as AnyKeyPath, pathFromOptional, .list(IdentifiedArray<ID, Element>.self))
  }

  /// A `@Pulse` property.
  public init<Root, T>(
    _ token: StaticString, _ path: KeyPath<Root, T>, _ pathFromOptional: PartialKeyPath<Root?>,
    pulse: KeyPath<Root, Pulse<T>>
  ) {
    self.init(token, path as AnyKeyPath, pathFromOptional, pulse: pulse)
  }

  /// An `@Ignored` property.
  public init<Root, T>(ignored path: KeyPath<Root, T>) { self.init(nil, path as AnyKeyPath, nil) }
}

/// A list whose elements are observed by their ids.
protocol ObservedList {
  /// The type of the elements, if they are observable.
  static var observableElement: (any ObservableState.Type)? { get }

  /// The key path from the list to the element with an id; nil if the id is not of the list's type.
  static func elementPath(_ id: AnyHashable) -> AnyKeyPath?

  /// The token that selects the element with an id; nil if no token is sure to select that one.
  static func elementToken(_ id: AnyHashable) -> String?

  /// Whether the ids are the property "id" of the elements.
  var idIsElementProperty: Bool { get }
}

extension IdentifiedArray: ObservedList {
  static var observableElement: (any ObservableState.Type)? { Element.self as? any ObservableState.Type }

  static func elementPath(_ id: AnyHashable) -> AnyKeyPath? { (id.base as? ID).map { \Self[id: $0] } }

  static func elementToken(_ id: AnyHashable) -> String? {
    guard let id = id.base as? ID else { return nil }
    let value: String
    switch id {
    case let text as String: value = text
    case let json as any JSONEncodable:
      let text = JSON.string(json)
      value = text.first == "\"" ? (try? JSON.decode(String.self, from: text)) ?? text : text
    default: return nil
    }
    return ElementSelector<ID>.id(writtenAs: value) == id ? "id=\(value)" : nil
  }

  var idIsElementProperty: Bool {
    isByProperty && (Self.observableElement?._$propertyIndex(of: JSONPath.Token("id"))) != nil
  }
}
