// JSONReader: reads options, which are objects with known keys. Any other key is an error.

extension JSONReader {
  /// Reads an object in which only known keys are allowed.
  package mutating func readMembers(
    known: StaticString, _ read: (JSONKey, inout JSONReader) throws(JSONError) -> Bool
  ) throws(JSONError) {
    try beginObject()
    while let key = try nextKey() {
      do throws(JSONError) {
        if try read(key, &self) { continue }
      } catch {
        throw error.naming(key)
      }
      let listed = known.utf8CodeUnitCount == 0 ? "there are none" : "known: \(known)"
      throw JSONError(code: .mismatch, offset: key.offset, message: "unknown key \"\(key.string)\"; \(listed)")
    }
  }
}

extension JSONError {
  /// An error about the value of a key. The message of the result begins with the key.
  fileprivate func naming(_ key: JSONKey) -> JSONError {
    let name = "\"\(key.string)\""
    guard code == .mismatch, !message.hasPrefix(name) else { return self }
    return JSONError(code: code, offset: offset, message: "\(name): \(message)")
  }
}
