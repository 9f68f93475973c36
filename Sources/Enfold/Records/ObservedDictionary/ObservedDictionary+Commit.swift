// ObservedDictionary: what a store needs to adopt and commit a dictionary.
import OrderedCollections

/// For the library itself, and for plugins that have its code compiled into theirs. Not a part of the interface.
extension ObservedDictionary where Key: JSONKeyConvertible, Value: JSONEncodable {
  public typealias _Element = Value

  @inlinable public var _$stamp: UInt64 { changes?.stamp ?? 0 }
  @inlinable public var _$hasEdits: Bool { changes?.hasEdits ?? false }
  @inlinable public mutating func _$forget() { changes = nil }
  @inlinable public mutating func _$takeRecord(of other: Self) { changes = other.changes }

  @inlinable public func _$isSame(as other: Self) -> Bool {
    // Different keys may be written alike.
    hasSameJSON(as: other) && dictionary.keys.allSatisfy { other.dictionary.index(forKey: $0) != nil }
  }

  @inlinable public func _$forEachWritten(_ body: (_ position: Int) -> Void) {
    forEachTouched(thatWasThere: true, body)
  }
  @inlinable public func _$forEachInserted(_ body: (_ position: Int) -> Void) {
    forEachTouched(thatWasThere: false, body)
  }

  @inlinable func forEachTouched(thatWasThere wanted: Bool, _ body: (_ position: Int) -> Void) {
    guard let changes else { return }
    for (key, wasThere) in changes.touched where wasThere == wanted {
      if let position = dictionary.index(forKey: key) { body(position) }
    }
  }

  @inlinable public func _$position(of token: JSONPath.Token) -> Int? {
    guard case .id(let key)? = place(of: token) else { return nil }
    return exactIndex(id: key)
  }
  @inlinable public func _$position(of position: Int, in other: Self) -> Int? {
    other.dictionary.index(forKey: id(at: position))
  }
  public func _$token(at position: Int) -> String { token(ofElement: dictionary.keys[position]) ?? "\(position)" }
  @inlinable public func _$element(at position: Int) -> Value { dictionary.values[position] }

  @inlinable public mutating func _$modify(at position: Int, _ body: (inout Value) -> Void) {
    body(&dictionary.values[position])
  }

  @inlinable public mutating func _$modifyAll(_ body: (inout Value) -> Void) {
    if isEmpty { return }
    dictionary.values.withUnsafeMutableBufferPointer { for position in $0.indices { body(&$0[position]) } }
  }

  @inlinable public mutating func _$write(at position: Int, _ body: (inout Value) -> Void) {
    let stamp = isRecording ? willWrite(at: position) : 0
    body(&dictionary.values[position])
    settle(at: position, since: stamp)
  }

  @inlinable public mutating func _$adopt(_ kind: ElementKind<Value>, _ stamps: inout StampSource) {
    changes = KeyChanges(kind, stamp: stamps.take())
  }

  @inlinable public mutating func _$commit(
    _ stamps: inout StampSource, _ commit: (inout Value, inout StampSource) -> Void
  ) {
    guard _$hasEdits else { return }
    ownChanges()
    guard let changes else { return }
    if changes.comparison == .recording {
      for key in changes.touched.keys {
        if let position = dictionary.index(forKey: key) { commit(&dictionary.values[position], &stamps) }
      }
    }
    changes.reset(stamp: stamps.take())
  }
}
