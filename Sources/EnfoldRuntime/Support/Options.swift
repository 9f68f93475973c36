// Options: JSON objects with known keys.
import EnfoldJSON

/// Reads an options object member by member.
///
/// - Parameters:
///   - known: the keys there are, for the message.
///   - read: consumes the value of a key; false if there is no such key.
func readOptions(
  _ text: UnsafeRawBufferPointer?, known: StaticString, limits: JSONLimits = .default,
  _ read: (JSONKey, inout JSONReader) throws(JSONError) -> Bool
) throws(RuntimeError) {
  guard let text else { return }
  var reader = JSONReader(text, limits: limits)
  do throws(JSONError) {
    try reader.readMembers(known: known, read)
    try reader.finish()
  } catch let error {
    // What is not JSON at all is reported as that, whatever else is wrong with it.
    throw RuntimeError(error.code == .mismatch ? reader.checkRest(after: error) : error, in: "options")
  }
}

extension JSONReader {
  /// Reads an object with known keys.
  mutating func readMembers(
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

  /// Reads a string that is one of a few.
  mutating func readChoice<T>(_ key: StaticString, _ choices: KeyValuePairs<String, T>) throws(JSONError) -> T {
    var ahead = self
    _ = ahead.peek()
    let offset = ahead.offset
    let text = try readString()
    for (name, value) in choices where name == text { return value }
    let known = choices.map { "\"\($0.key)\"" }.joined(separator: ", ")
    throw JSONError(code: .mismatch, offset: offset, message: "\"\(key)\" is \"\(text)\"; known: \(known)")
  }
}

extension JSONError {
  /// An error about a key's value, as one that says which key's.
  fileprivate func naming(_ key: JSONKey) -> JSONError {
    let name = "\"\(key.string)\""
    guard code == .mismatch, !message.hasPrefix(name) else { return self }
    return JSONError(code: code, offset: offset, message: "\(name): \(message)")
  }
}
