// PropertyPlace, StatePlace: what is known of a property, and of the place where a key path leads. KeyPathTable finds it.
import OrderedCollections

/// A property of an observable state, as key paths know it. Made by the expansion of `@ObservableState`, which leaves
/// the choice among the overloads to the compiler, because a macro sees no types.
public struct PropertyPlace {
  /// The places inside the property to which a key path can lead.
  enum Inside {
    case nothing
    case state(any ObservableState.Type)
    /// Those of a list or dictionary.
    case elements(any ObservedElements.Type, ElementFinder)
  }

  /// Its token in a path; nil if it is never observed.
  let token: String?
  let path: AnyKeyPath
  /// The key path from an optional state: `\State?.?.property`.
  let pathFromOptional: AnyKeyPath?
  /// The key path of the `@Pulse` itself; nil if the property is no `@Pulse`.
  let pulse: AnyKeyPath?
  /// The key path of the `$property` of a `@Presents`; nil if it is none.
  var presented: AnyKeyPath?
  let inside: Inside
  let isOptional: Bool
  /// How many bytes into the state its value lies, and the `@Pulse` itself. Nil if it is derived.
  let offset: Int?
  let pulseOffset: Int?
  /// Reads the property: `body` gets the address of the value that `pathFromOptional` leads to.
  let readOptional: ValueReader

  private init<Root, T>(
    _ token: StaticString?, _ path: KeyPath<Root, T>, _ pathFromOptional: AnyKeyPath?, pulse: AnyKeyPath? = nil,
    _ inside: Inside = .nothing, isOptional: Bool = false, offset: Int? = nil, pulseOffset: Int? = nil
  ) {
    self.token = token.map { "\($0)" }
    self.path = path
    self.pathFromOptional = pathFromOptional
    self.pulse = pulse
    self.inside = inside
    self.isOptional = isOptional
    self.offset = offset
    self.pulseOffset = pulseOffset
    // An optional property is the same from an optional state.
    let isSame = pathFromOptional.map { type(of: $0).valueType == T.self } ?? true
    readOptional = isSame ? { value, body in body(value) } : optionalReader(T?.self) { (value: T) in value }
  }

  // `storage` is where the value is stored: `path` leads there by way of accessors, or is the same. A derived property is
  // stored nowhere, so it has no offset.

  public init<Root, T>(
    _ token: StaticString, _ path: KeyPath<Root, T>, _ pathFromOptional: PartialKeyPath<Root?>,
    at storage: KeyPath<Root, T>
  ) { self.init(token, path, pathFromOptional, offset: MemoryLayout<Root>.offset(of: storage)) }

  public init<Root, T: ObservableState>(
    _ token: StaticString, _ path: KeyPath<Root, T>, _ pathFromOptional: PartialKeyPath<Root?>,
    at storage: KeyPath<Root, T>
  ) { self.init(token, path, pathFromOptional, .state(T.self), offset: MemoryLayout<Root>.offset(of: storage)) }

  public init<Root, T: ObservableState>(
    _ token: StaticString, _ path: KeyPath<Root, T?>, _ pathFromOptional: PartialKeyPath<Root?>,
    at storage: KeyPath<Root, T?>
  ) {
    let offset = MemoryLayout<Root>.offset(of: storage)
    self.init(token, path, pathFromOptional, .state(T.self), isOptional: true, offset: offset)
  }

  @inlinable public init<Root, ID, Element>(
    _ token: StaticString, _ path: KeyPath<Root, IdentifiedArray<ID, Element>>,
    _ pathFromOptional: PartialKeyPath<Root?>, at storage: KeyPath<Root, IdentifiedArray<ID, Element>>
  ) { self.init(elements: token, path, pathFromOptional, at: storage, .init(IdentifiedArray<ID, Element>.self)) }

  @inlinable public init<Root, Key: JSONKeyConvertible, Value>(
    _ token: StaticString, _ path: KeyPath<Root, ObservedDictionary<Key, Value>>,
    _ pathFromOptional: PartialKeyPath<Root?>, at storage: KeyPath<Root, ObservedDictionary<Key, Value>>
  ) { self.init(elements: token, path, pathFromOptional, at: storage, .init(ObservedDictionary<Key, Value>.self)) }

  @usableFromInline init<Root, Elements: ObservedElements>(
    elements token: StaticString, _ path: KeyPath<Root, Elements>, _ pathFromOptional: PartialKeyPath<Root?>,
    at storage: KeyPath<Root, Elements>, _ finder: ElementFinder
  ) {
    let offset = MemoryLayout<Root>.offset(of: storage)
    self.init(token, path, pathFromOptional, .elements(Elements.self, finder), offset: offset)
  }

  /// A `@Pulse` property.
  public init<Root, T>(
    _ token: StaticString, _ path: KeyPath<Root, T>, _ pathFromOptional: PartialKeyPath<Root?>,
    pulse: KeyPath<Root, Pulse<T>>, at storage: KeyPath<Root, Pulse<T>>
  ) {
    let offset = MemoryLayout<Root>.offset(of: storage)
    let inside = MemoryLayout<Pulse<T>>.offset(of: \.value)
    let value = offset.flatMap { offset in inside.map { offset + $0 } }
    self.init(token, path, pathFromOptional, pulse: pulse, offset: value, pulseOffset: offset)
  }

  /// This property, which is a `@Presents`.
  public func presented<Root, T>(by presented: KeyPath<Root, PresentationState<T>>) -> Self {
    var place = self
    place.presented = presented
    return place
  }

  /// A `@Shared` property.
  public init<Root, T>(
    _ token: StaticString, _ path: KeyPath<Root, T>, _ pathFromOptional: PartialKeyPath<Root?>,
    at storage: KeyPath<Root, Shared<T>>
  ) { self.init(shared: token, path, pathFromOptional, storage.appending(path: \.value), .nothing) }

  public init<Root, T: ObservableState>(
    _ token: StaticString, _ path: KeyPath<Root, T>, _ pathFromOptional: PartialKeyPath<Root?>,
    at storage: KeyPath<Root, Shared<T>>
  ) { self.init(shared: token, path, pathFromOptional, storage.appending(path: \.value), .state(T.self)) }

  public init<Root, T>(
    _ token: StaticString, _ path: KeyPath<Root, T>, _ pathFromOptional: PartialKeyPath<Root?>,
    at storage: KeyPath<Root, SharedReader<T>>
  ) { self.init(shared: token, path, pathFromOptional, storage.appending(path: \.shared.value), .nothing) }

  private init<Root, T>(
    shared token: StaticString, _ path: KeyPath<Root, T>, _ pathFromOptional: PartialKeyPath<Root?>,
    _ value: KeyPath<Root, T>, _ inside: Inside
  ) { self.init(token, path, pathFromOptional, inside, offset: MemoryLayout<Root>.offset(of: value)) }

  /// An `@Ignored` property.
  public init<Root, T>(ignored path: KeyPath<Root, T>) { self.init(nil, path, nil) }
}

/// Finds elements of a list or dictionary of one type.
public struct ElementFinder {
  /// Given an id, makes a function that finds something in the element with this id. Nil if the id is not of the right
  /// type. `elements` is the offset of the collection in the state, and `inside` the offset of the found thing in its element.
  let byID: (AnyHashable, _ elements: Int, _ inside: Int) -> ElementAddress?
  /// Where the element at a position of the collection at an address is; nil if there is none.
  let atPosition: ElementReader.AtPosition

  @usableFromInline init(
    byID: @escaping (AnyHashable, _ elements: Int, _ inside: Int) -> ElementAddress?,
    atPosition: @escaping ElementReader.AtPosition
  ) {
    self.byID = byID
    self.atPosition = atPosition
  }

  /// It is compiled where the types are known, because it is called for each event.
  @inlinable init<Elements: ElementStorage>(_: Elements.Type) {
    self.init(
      byID: { id, elements, inside in
        guard let id = id.base as? Elements.ID else { return nil }
        return { state in
          (state + elements).assumingMemoryBound(to: Elements.self).pointee.address(id: id).map { $0 + inside }
        }
      },
      atPosition: { elements, position in
        elements.assumingMemoryBound(to: Elements.self).pointee.address(position: position)
      })
  }
}

/// Makes a value from the one at `value`, and calls `body` with the new value's address.
typealias ValueReader = (_ value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void

/// Reads a value as an optional. The type of the optional is a parameter, so that it is not looked up at each call.
private func optionalReader<T, Whole>(_: Whole.Type, _ some: @escaping (T) -> Whole) -> ValueReader {
  { value, body in withUnsafePointer(to: some(value.assumingMemoryBound(to: T.self).pointee)) { body($0) } }
}

/// A collection whose elements are observed by their ids or keys.
@usableFromInline protocol ObservedElements: ElementStorage {
  /// The key path to the element with an id; nil if the id is not of the right type.
  static func elementPath(_ id: AnyHashable) -> AnyKeyPath?

  /// The token that selects the element with an id; nil if none is sure to select that one.
  func token(ofElement id: AnyHashable) -> String?
}

extension ObservedElements {
  /// The type of the elements, if they are observable.
  static var observableElement: (any ObservableState.Type)? { _Element.self as? any ObservableState.Type }

  /// Reads an element as an optional.
  static var readOptionalElement: ValueReader { optionalReader(_Element?.self) { (element: _Element) in element } }
}

extension IdentifiedArray: ObservedElements {
  @usableFromInline static func elementPath(_ id: AnyHashable) -> AnyKeyPath? { (id.base as? ID).map { \Self[id: $0] } }

  @usableFromInline func token(ofElement id: AnyHashable) -> String? {
    guard idIsElementProperty, let id = id.base as? ID else { return nil }
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

  /// Whether the elements have a stored property "id", and it is the id by which the list knows them.
  @usableFromInline var idIsElementProperty: Bool {
    guard isByProperty else { return false }
    return Element.self is any WithIDInJSON.Type
      || (Self.observableElement?._$propertyIndex(of: JSONPath.Token("id"))) != nil
  }
}

extension ObservedDictionary: ObservedElements {
  @usableFromInline static func elementPath(_ id: AnyHashable) -> AnyKeyPath? { (id.base as? Key).map { \Self[$0] } }

  @usableFromInline func token(ofElement id: AnyHashable) -> String? {
    guard let key = id.base as? Key, let type = Key.self as? any JSONKeyConvertible.Type else { return nil }
    guard let text = (key as? any JSONKeyConvertible)?.jsonKey else { return nil }
    // Different keys may be written alike.
    return type.init(jsonKey: text) as? Key == key ? text : nil
  }
}

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
