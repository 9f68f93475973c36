// sameness: whether two values of a place count as the same.

/// Finds whether two values of a place are the same: by their JSON, or by `==` if the type has none.
@inlinable
package func sameness<Value: Equatable & SendableMetatype>(_ type: Value.Type) -> @Sendable (Value, Value) -> Bool {
  // For the most frequent types, whose `==` says the same, there is a shorter way.
  if type == Int.self || type == Bool.self { return { $0 == $1 } }
  return jsonSameness(type) ?? { $0 == $1 }
}

@usableFromInline func jsonSameness<Value>(_ type: Value.Type) -> (@Sendable (Value, Value) -> Bool)? {
  func compare<T: JSONEncodable>(_: T.Type) -> (Value, Value) -> Bool {
    // `T` is `Value`.
    { unsafeBitCast($0, to: T.self).hasSameJSON(as: unsafeBitCast($1, to: T.self)) }
  }
  guard let type = type as? any JSONEncodable.Type else { return nil }
  // Sendable: it captures nothing but a type.
  nonisolated(unsafe) let hasSameJSON = compare(type)
  return { hasSameJSON($0, $1) }
}
