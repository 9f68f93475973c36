// The JSON of a value as bytes.

/// The JSON of a value.
@inlinable func encoded(_ value: some JSONEncodable) -> [UInt8] {
  var writer = JSONWriter()
  value.writeJSON(to: &writer)
  return writer.withBytes { Array($0) }
}
