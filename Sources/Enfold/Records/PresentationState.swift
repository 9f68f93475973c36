// PresentationState: the state of a child that may be presented, on the heap. @Presents declares one.

/// An optional state whose value is on the heap. ``Presents()`` makes one.
public struct PresentationState<State> {
  @usableFromInline var box: Box?

  /// Copies share the box. Whoever writes while others have it makes a box of its own.
  @usableFromInline final class Box {
    /// Nil only while the child is taken away.
    @usableFromInline var value: State?

    @inlinable init(_ value: State) { self.value = value }
  }

  @inlinable public init(wrappedValue: State? = nil) { box = wrappedValue.map(Box.init) }

  public var wrappedValue: State? {
    @inlinable get { box?.value }
    @inlinable set {
      guard let newValue else { return box = nil }
      if box != nil, isKnownUniquelyReferenced(&box) { box?.value = newValue } else { box = Box(newValue) }
    }
    _modify {
      if let own = ownBox() {
        defer { if own.value == nil { box = nil } }
        yield &own.value
      } else {
        var value: State?
        defer { box = value.map(Box.init) }
        yield &value
      }
    }
  }

  /// The box, to which nobody else refers from now on; nil if there is no value.
  private mutating func ownBox() -> Box? {
    if !isKnownUniquelyReferenced(&box) { box = box?.value.map(Box.init) }
    return box
  }

  @inlinable public var projectedValue: PresentationState {
    get { self }
    set { self = newValue }
  }
}

extension PresentationState: Sendable where State: Sendable {}
// Unchecked: a box is written only while one value alone refers to it.
extension PresentationState.Box: @unchecked Sendable where State: Sendable {}

extension PresentationState: Equatable where State: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.box === rhs.box || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  @inlinable public func hash(into hasher: inout Hasher) { wrappedValue.hash(into: &hasher) }
}

extension PresentationState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

// MARK: Codable

extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws { self.init(wrappedValue: try State?(from: decoder)) }
}

extension KeyedEncodingContainer {
  /// As an optional property: an absent child has no key.
  public mutating func encode<State: Encodable>(_ value: PresentationState<State>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// As an optional property: the key may be absent.
  public func decode<State: Decodable>(
    _: PresentationState<State>.Type, forKey key: Key
  ) throws -> PresentationState<State> {
    PresentationState(wrappedValue: try decodeIfPresent(State.self, forKey: key))
  }
}
