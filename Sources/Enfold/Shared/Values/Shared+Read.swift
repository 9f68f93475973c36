// Shared: a reader of what a closure makes of the value.

extension Shared {
  /// What a closure makes of the value, whenever it is read: `$settings.read { $0.name.count }`. The closure must be pure.
  @_disfavoredOverload public func read<Member: JSONCodable & Sendable>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> { SharedReader<Member>(part(body(wrappedValue), body, { _, _ in })) }
}

extension SharedReader {
  /// What a closure makes of the value, whenever it is read. The closure must be pure.
  @_disfavoredOverload public func read<Member: JSONCodable & Sendable>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> { shared.read(body) }
}
